/** The pages of the modules, as one of their `module.json` files has them. */
export interface ModuleRoutes {
  routes: readonly { path: string; access: string }[];
}

/** The specification's names of the access rules of routes. */
const ACCESS: Readonly<Record<string, string>> = { guest: 'signed out', user: 'signed in', public: 'public' };
const SCREEN = /^\| `(\/\S*)` +\|.+\| ([a-z ]+?) +\|$/gm;
const ENTRY = /^\| `(@dps\/\S+)` +\|/gm;
const TESTING = /\/testing\b/;

const missingIn = (these: readonly string[], others: readonly string[]) =>
  these.filter((line) => !others.includes(line));

/** Compares the screens of the specification with the manifests. Returns a line for each route or access rule that differs. */
export function screenFaults(specification: string, modules: readonly ModuleRoutes[]): string[] {
  const listed = [...specification.matchAll(SCREEN)].map(([, path, access]) => `${path} (${access})`);
  const real = modules.flatMap(({ routes }) =>
    routes.map(({ path, access }) => `${path} (${ACCESS[access] ?? access})`),
  );
  return [
    ...missingIn(real, listed).map((route) => `the table of screens does not contain ${route}`),
    ...missingIn(listed, real).map((route) => `no module.json contains ${route}`),
  ];
}

/** Compares the table of entries with those of contract and kit: `@dps/ui/data`. Entries for tests have no row. */
export function entryFaults(architecture: string, entries: readonly string[]): string[] {
  const listed = [...architecture.matchAll(ENTRY)].map(([, entry = '']) => entry);
  const real = entries.filter((entry) => !TESTING.test(entry));
  return [
    ...missingIn(real, listed).map((entry) => `the table of entries does not contain ${entry}`),
    ...missingIn(listed, real).map((entry) => `no package.json contains the entry ${entry}`),
  ];
}
