// The part of Jest's runtime that loads modules. This one uses the module loader of Node, so a worker imports each package once
// instead of once for each test file (docs/adr/0063, docs/adr/0064).
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

/** The runtime of the current test file. */
let current;
let files = 0;
/** Paths of source maps, by the address of the source. */
const sourceMaps = new Map();
/** Addresses of test files, setup files and everything that they import. The modules of Jest are not among them. */
const imported = new Set();

/** Results of the resolver, and the code of TypeScript files. They are the same for each test file of a project. */
const cache = new Map();

function once(key, compute) {
  if (!cache.has(key)) cache.set(key, compute());
  return cache.get(key);
}

const withoutQuery = (url) => url?.split('?')[0];

/**
 * Returns an ES module with the exports of a CommonJS module. Node imports such a module once only, and it does not find the
 * names of all exports.
 */
function reexport(path) {
  const literal = JSON.stringify(path);
  const names = Object.keys(require(path)).filter((name) => name !== 'default');
  const lines = names.map((name, index) => {
    const key = JSON.stringify(name);
    return `const _${index} = exported[${key}]; export { _${index} as ${key} };`;
  });
  return `import { createRequire } from 'node:module';
    const exported = createRequire(${literal})(${literal});
    export default exported;
    ${lines.join('\n')}`;
}

registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier === '@jest/globals') return { url: JEST_GLOBALS, shortCircuit: true };
    const importer = withoutQuery(context.parentURL);
    if (!imported.has(importer) && !imported.has(specifier)) return next(specifier, context);
    const isRequired = context.conditions.includes('require');
    const kind = isRequired ? 'require' : 'import';
    const resolved = once(`${current.project} ${kind} ${specifier} ${importer}`, () =>
      current.resolve(specifier, kind, context, next),
    );
    imported.add(resolved.url);
    const isNew = !isRequired && current.isReloaded(resolved.url);
    return { ...resolved, url: isNew ? `${resolved.url}?file=${files}` : resolved.url, shortCircuit: true };
  },
  load: (address, context, next) => {
    const url = withoutQuery(address);
    if (SOURCE.test(url)) {
      const { code, sourceMapPath } = once(url, () =>
        current.transformer.transform(fileURLToPath(url), TO_ES_MODULE),
      );
      if (sourceMapPath) sourceMaps.set(address, sourceMapPath);
      return { format: 'module', source: code, shortCircuit: true };
    }
    const isCommonJs = context.format === null || context.format === 'commonjs';
    if (!imported.has(url) || !isCommonJs || context.conditions.includes('require'))
      return next(address, context);
    return { format: 'module', source: reexport(fileURLToPath(url)), shortCircuit: true };
  },
});

export default class NativeRuntime {
  #replacements;
  #conditions;
  #kept;

  constructor({ id, moduleNameMapper, testEnvironmentOptions }, environment, _resolver, transformer) {
    current = this;
    files += 1;
    this.project = id;
    this.transformer = transformer;
    this.#replacements = moduleNameMapper.map(([pattern, path]) => [new RegExp(pattern), path]);
    this.#conditions = environment.exportConditions();
    this.#kept = new RegExp(testEnvironmentOptions.kept);
    for (const url of imported) if (this.isReloaded(url)) delete require.cache[fileURLToPath(url)];
  }

  /** Resolves an import of a test file, or of a module that it imports, with the project's replacements and conditions. */
  resolve(specifier, kind, context, next) {
    const path = this.#replacements.find(([pattern]) => pattern.test(specifier))?.[1];
    const conditions = this.#conditions.length > 0 ? [...this.#conditions, kind] : context.conditions;
    const wanted = path && kind === 'import' ? pathToFileURL(path).href : (path ?? specifier);
    try {
      return next(wanted, { ...context, conditions });
    } catch (error) {
      // Bundlers accept a folder.
      if (error.code !== 'ERR_UNSUPPORTED_DIR_IMPORT') throw error;
      return next(`${wanted}/index.js`, { ...context, conditions });
    }
  }

  isReloaded(url) {
    return url.startsWith('file:') && !this.#kept.test(url);
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
    const { href } = pathToFileURL(path);
    imported.add(href);
    return import(href);
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
