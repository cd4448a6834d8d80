import { fileURLToPath } from 'node:url';

/**
 * Returns the Jest configuration of a module outside the workspace of the product: TypeScript sources as ES modules in a
 * document, with the web APIs that the contract needs.
 *
 * @param dir absolute path of the module's folder
 */
export const jestConfig = (dir: string) => ({
  rootDir: dir,
  testMatch: ['<rootDir>/src/**/*.spec.{ts,tsx}'],
  testEnvironment: fileURLToPath(import.meta.resolve('@dps/contract/testing/environment')),
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transformIgnorePatterns: ['/node_modules/'],
  transform: {
    '^.+\\.tsx?$': [
      fileURLToPath(import.meta.resolve('@swc/jest')),
      {
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
      },
    ],
  },
  globals: { __MODULE_NAME__: 'module-under-test', __MODULE_VERSION__: '0.0.0' },
});
