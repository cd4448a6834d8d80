// Three projects: pure rules and tools (unit), components in a document (dom), the API over HTTP on a real PostgreSQL (api).
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
  modulePathIgnorePatterns: ['/dist/', '/\\.data/', '/\\.nx/'],
};

export default {
  // Components and races of many people at once, on a machine that may be busy. Jest takes no timeout of a project's own.
  testTimeout: 30_000,
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: ['<rootDir>/**/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', '/api/test/', '/e2e/'],
    },
    {
      ...common,
      displayName: 'dom',
      testEnvironment: '<rootDir>/shared-contracts/src/testing/dom-environment.mjs',
      testMatch: ['<rootDir>/**/*.spec.tsx'],
      testPathIgnorePatterns: ['/node_modules/', '/e2e/'],
    },
    {
      ...common,
      displayName: 'api',
      testMatch: ['<rootDir>/api/test/**/*.spec.ts'],
      globalSetup: '<rootDir>/api/test/support/global-setup.ts',
      globalTeardown: '<rootDir>/api/test/support/global-teardown.ts',
    },
  ],
};
