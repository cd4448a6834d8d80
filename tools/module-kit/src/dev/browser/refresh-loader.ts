import type { LoaderDefinitionFunction } from 'webpack';

/**
 * Imports the functions that compiled components call: `$RefreshReg$` registers a component, `$RefreshSig$` its hooks.
 * Everything is on the first line, so that the lines of the source map stay the same.
 */
const refreshLoader: LoaderDefinitionFunction = function refreshLoader(source, map) {
  const imports =
    `import { registrar as $registrar, signature as $RefreshSig$ } from '@dps/module-kit/dev/hot';` +
    `const $RefreshReg$ = $registrar(${JSON.stringify(this.resourcePath)});`;
  this.callback(null, source.includes('$Refresh') ? imports + source : source, map);
};

export default refreshLoader;
