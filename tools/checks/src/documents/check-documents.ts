import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { array, object, string } from 'yup';
import { ROOT } from '../command.ts';
import { single, type Outcome } from '../outcome.ts';
import { repositoryFiles } from '../repository-files.ts';
import { COMMAND_EVIDENCE } from './command-evidence.ts';
import { findCommandFaults, type Package } from './command-faults.ts';
import { findDocumentFaults } from './document-faults.ts';

const SOURCE = /\.(ts|tsx|mjs|json|yml|yaml)$/;
const NOT_SOURCE = /^package-lock\.json$|^docs\//;

const packageFile = object({
  name: string().required(),
  workspaces: array(string().required()),
  scripts: object(),
});

function readPackage(folder: string) {
  const text = readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8');
  const { name, workspaces = [], scripts } = packageFile.validateSync(JSON.parse(text));
  return { name, folder, workspaces, scripts: Object.keys(scripts) };
}

/** Checks links, paths, identifiers, packages, decisions and commands in all documents. */
export function checkDocuments(): Outcome {
  const root = readPackage('.');
  const packages: Package[] = repositoryFiles(
    root.workspaces.map((pattern) => `${pattern}/package.json`),
  ).map((file) => readPackage(path.dirname(file)));
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
  const faults = [
    ...findDocumentFaults({ documents, files, words, packages: packages.map(({ folder }) => folder) }),
    ...findCommandFaults({ documents, packages, scripts: root.scripts, evidence: COMMAND_EVIDENCE, read }),
  ];
  return single(faults.length === 0, faults.join('\n'));
}
