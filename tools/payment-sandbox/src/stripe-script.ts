import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

let built: Promise<string> | undefined;

/**
 * Returns the replacement of Stripe.js: one classic script that defines `window.Stripe`. The first call builds it from
 * the modules in `browser/`.
 */
export function stripeScript(): Promise<string> {
  built ??= build();
  return built;
}

const FOLDER = new URL('./browser/', import.meta.url);
/** `.ts`, or `.js` in a compiled package. */
const EXTENSION = path.extname(import.meta.filename);

/** Bundles the modules as functions of a small CommonJS registry, with their relative names as keys. */
async function build(): Promise<string> {
  // The compiler takes a tenth of a second to load, and a sandbox without a page does not need it.
  const { transform } = await import('@swc/core');
  const names = (await readdir(FOLDER)).filter(
    (name) => name.endsWith(EXTENSION) && !name.includes('.spec.'),
  );
  const modules = await Promise.all(
    names.toSorted().map(async (name) => {
      const { code } = await transform(await readFile(new URL(name, FOLDER), 'utf8'), {
        filename: name,
        swcrc: false,
        jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
        module: { type: 'commonjs' },
      });
      return `${JSON.stringify(`./${name}`)}: (exports, require) => {\n${code}\n}`;
    }),
  );
  return `(() => {
const modules = {\n${modules.join(',\n')}\n};
const loaded = {};
const require = (name) => {
  if (!loaded[name]) modules[name]((loaded[name] = {}), require);
  return loaded[name];
};
require('./main${EXTENSION}');
})();
`;
}
