import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { array, object, string } from 'yup';
import { repositoryFiles, ROOT } from '../repository-files.ts';
import { COMMAND_EVIDENCE } from './command-evidence.ts';
import { findCommandFaults } from './command-faults.ts';
import { findDocumentFaults } from './document-faults.ts';

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
  const listed = [...specification.matchAll(SCREEN)].map(([, route, access]) => `${route} (${access})`);
  const real = modules.flatMap(({ routes }) =>
    routes.map(({ path: route, access }) => `${route} (${ACCESS[access] ?? access})`),
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

const SOURCE = /\.(ts|tsx|mjs|json|yml|yaml)$/;
const NOT_SOURCE = /^package-lock\.json$|^docs\//;
/** The packages whose entries modules import. */
const KITS = new Set(['shared-contracts', 'shared-ui']);

const packageFile = object({
  name: string().required(),
  workspaces: array(string().required()),
  scripts: object(),
  exports: object().default({}),
});
const route = object({ path: string().required(), access: string().required() });
const moduleFile = object({ routes: array(route.required()).required() });

const readJson = (file: string): unknown => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));

function readPackage(folder: string) {
  const {
    name,
    workspaces = [],
    scripts,
    exports,
  } = packageFile.validateSync(readJson(`${folder}/package.json`));
  const entries = Object.keys(exports).map((entry) => path.posix.join(name, entry));
  return { name, folder, workspaces, scripts: Object.keys(scripts), entries };
}

/** Checks links, paths, identifiers, packages, decisions, commands, screens and entries in all documents. */
export function checkDocuments(): string[] {
  const root = readPackage('.');
  const packages = repositoryFiles(root.workspaces.map((pattern) => `${pattern}/package.json`)).map((file) =>
    readPackage(path.dirname(file)),
  );
  const files = repositoryFiles();
  const read = (file: string) =>
    existsSync(path.join(ROOT, file)) ? readFileSync(path.join(ROOT, file), 'utf8') : null;
  const documents = files
    .filter((file) => file.endsWith('.md'))
    .map((file) => ({ file, text: read(file) ?? '' }));
  const words = new Set(
    files
      .filter((file) => SOURCE.test(file) && !NOT_SOURCE.test(file))
      .flatMap((file) => read(file)?.match(/\w+/g) ?? []),
  );
  return [
    ...findDocumentFaults({ documents, files, words, packages: packages.map(({ folder }) => folder) }),
    ...findCommandFaults({ documents, packages, scripts: root.scripts, evidence: COMMAND_EVIDENCE, read }),
    ...screenFaults(
      read('docs/specification.md') ?? '',
      repositoryFiles('mfe-*/module.json').map((file) => moduleFile.validateSync(readJson(file))),
    ),
    ...entryFaults(
      read('docs/architecture.md') ?? '',
      packages.filter(({ folder }) => KITS.has(folder)).flatMap(({ entries }) => entries),
    ),
  ];
}
