import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { array, object, string } from 'yup';
import { repositoryFiles, ROOT } from '../repository-files.ts';
import { COMMAND_EVIDENCE } from './command-evidence.ts';
import { findCommandFaults } from './command-faults.ts';
import { findDocumentFaults } from './document-faults.ts';
import { entryFaults, screenFaults } from './table-faults.ts';

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
