import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import webpack from 'webpack';
import { kitSources } from '../contract-versions.ts';

interface Replacement {
  /** The folders that import the part. */
  importer: RegExp;
  request: RegExp;
  /** The exported name and the source that replace the part. */
  by: (part: string) => [name: string, source: string];
}

/** The kit's counterparts of the parts, which load the parts on demand. */
const COUNTERPARTS = fileURLToPath(new URL('deferred/deferred.tsx', kitSources));
const byCounterpart = (part: string): [string, string] => [part, COUNTERPARTS];

const REPLACEMENTS: readonly Replacement[] = [
  // Parts that open after an action of the user.
  {
    importer: /[\\/]shared-ui[\\/]src(?![\\/]deferred)/,
    request: /^@mui\/material\/(Dialog|Drawer|Menu|Popover|Slider)$/,
    by: byCounterpart,
  },
  {
    importer: /[\\/]@mui[\\/]material[\\/](?:Select|Tooltip)$/,
    request: /^\.\.\/(Menu|Popper)\/(?:Menu|index)\.mjs$/,
    by: byCounterpart,
  },
  // Variants of a selection that the kit does not offer.
  {
    importer: /[\\/]@mui[\\/]material[\\/]Select$/,
    request: /^\.\.\/(Input|FilledInput)\/index\.mjs$/,
    by: () => ['default', '@mui/material/OutlinedInput'],
  },
];

/** Returns the alias for the time at which Emotion inserts styles. */
export const insertionTime = (): Record<string, string> => ({
  '@emotion/use-insertion-effect-with-fallbacks$': fileURLToPath(
    new URL('theme/use-insertion-effect.ts', kitSources),
  ),
});

/**
 * Returns aliases for the build of the router without warnings for developers. Its package exports only the other build.
 *
 * @param dir absolute path of the shell
 */
export function productionRouter(dir: string): Record<string, string> {
  const main = createRequire(path.join(dir, 'package.json')).resolve('react-router');
  const folder = path.join(path.dirname(main), '../production');
  return {
    'react-router$': path.join(folder, 'index.mjs'),
    'react-router/dom$': path.join(folder, 'dom-export.mjs'),
  };
}

/**
 * Replaces parts of MUI in the kit by parts that load their code on demand, or by a part that the kit contains anyway. So no
 * page loads that code before its first paint.
 */
export const deferParts = () =>
  new webpack.NormalModuleReplacementPlugin(/Dialog|Drawer|Menu|Pop|Slider|Input/, (resource) => {
    for (const { importer, request, by } of REPLACEMENTS) {
      const [, part] = request.exec(resource.request) ?? [];
      if (part === undefined || !importer.test(resource.context)) continue;
      const [name, source] = by(part);
      const code = `export { ${name} as default } from ${JSON.stringify(source)};`;
      resource.request = `data:text/javascript,${encodeURIComponent(code)}`;
    }
  });

/** A replacement of the federation runtime's functions that preload files. Its snapshots, which also use them, are disabled. */
const NO_PRELOADS = `export const preloadAssets = () => { throw Error('The document preloads files') };
export { preloadAssets as defaultPreloadArgs, preloadAssets as formatPreloadArgs, preloadAssets as normalizePreloadExposes };`;

/** Omits the preloading of remotes from the federation runtime: documents preload the files of a page. */
export const omitPreloads = () =>
  new webpack.NormalModuleReplacementPlugin(/[\\/]preload\.js$/, (resource) => {
    if (!/runtime-core[\\/]dist/.test(resource.context)) return;
    resource.request = `data:text/javascript,${encodeURIComponent(NO_PRELOADS)}`;
  });
