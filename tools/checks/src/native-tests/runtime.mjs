// The part of Jest's runtime that loads modules. This one uses the module loader of Node, so a worker imports each package once
// instead of once for each test file (CONTRIBUTING.md, Tests).
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const JEST_GLOBALS = new URL('environment.mjs', import.meta.url).href;
const SOURCE = /^file:(?!.*\/node_modules\/).*\.tsx?$/;
const TO_ES_MODULE = {
  isInternalModule: false,
  supportsDynamicImport: true,
  supportsExportNamespaceFrom: true,
  supportsStaticESM: true,
  supportsTopLevelAwait: true,
};

/** Jest's transformer of the current test file, which caches results on disk. */
let transformer;
/** Paths of source maps, by the address of the source. */
const sourceMaps = new Map();

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: JEST_GLOBALS, shortCircuit: true } : next(specifier, context),
  load: (url, context, next) => {
    if (!SOURCE.test(url)) return next(url, context);
    const path = fileURLToPath(url);
    const { code, sourceMapPath } = transformer.transform(path, TO_ES_MODULE);
    if (sourceMapPath) sourceMaps.set(url, sourceMapPath);
    return { format: 'module', source: code, shortCircuit: true };
  },
});

export default class NativeRuntime {
  constructor(_config, _environment, _resolver, ofTestFile) {
    transformer = ofTestFile;
  }

  /** Loads a module of Jest's test framework again, because its state belongs to one test file. */
  requireInternalModule(path) {
    delete globalThis[Symbol.for('EVENT_HANDLERS')];
    delete require.cache[path];
    return require(path);
  }

  requireModule(path) {
    return require(path);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(path) {
    return import(pathToFileURL(path).href);
  }

  getSourceMaps() {
    return sourceMaps;
  }

  getAllCoverageInfoCopy() {
    return undefined;
  }

  setGlobalsForRuntime() {}
  enterTestCode() {}
  leaveTestCode() {}
  teardown() {}
}
