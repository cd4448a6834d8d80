import { readdir, readFile } from 'node:fs/promises';

let built: Promise<string> | undefined;

/**
 * The stand-in for Stripe.js, as one classic script that defines `window.Stripe`. Built of the modules in `browser/` at
 * the first call.
 */
export function stripeScript(): Promise<string> {
  built ??= build();
  return built;
}

const FOLDER = new URL('./browser/', import.meta.url);

/** Each module becomes a function of a small CommonJS registry: they know each other by their relative names. */
async function build(): Promise<string> {
  // The compiler takes a tenth of a second to load: a sandbox that no page meets does without.
  const { transform } = await import('@swc/core');
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.ts') && !name.includes('.spec.'));
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
require('./main.ts');
})();
`;
}
