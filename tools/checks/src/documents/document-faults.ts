import path from 'node:path';
import { anchorsOf, inlineCodeOf, linksOf, type Document } from './markdown.ts';

/** The details of the repository that documents state. */
export interface Repository {
  documents: readonly Document[];
  /** Paths of all files from the workspace's root, without generated and installed files. */
  files: readonly string[];
  /** Folders of the workspace's packages. */
  packages: readonly string[];
  /** All words of the source files. */
  words: ReadonlySet<string>;
}

/** The document whose table lists all packages. */
const TREE = 'docs/architecture.md';
const DECISION_TABLE = 'docs/adr/README.md';
const DECISION = /^docs\/adr\/(\d{4})-[^/]+\.md$/;
/** When a decision was accepted, and when it was last revised. */
const STATUS = /^(Accepted on \d{4}-\d\d-\d\d(?:, revised on \d{4}-\d\d-\d\d)?)\.$/;
const SOURCE_PATH = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.(?:ts|tsx|mjs|md|csv|svg|yml|yaml|sh)$/;
const FOLDER_PATH = /^[\w-][\w.-]*(?:\/[\w.-]+)*\/?$/;
/** `camelCase`, `PascalCase` or `UPPER_CASE`, with at least two parts. */
const IDENTIFIER = /^(?:[A-Za-z][a-z0-9]+[A-Z]\w*|[A-Z][A-Z0-9]*_[A-Z0-9_]+)$/;
/** The module that docs/owning-a-module.md creates. */
const EXAMPLE = /^mfe-weather\//;

const exists = (folder: string, files: readonly string[]) =>
  files.some((file) => file === folder || file.startsWith(`${folder}/`));

function linkFaults({ documents, files }: Repository, document: Document): string[] {
  return linksOf(document).flatMap(({ target }) => {
    const [place = '', anchor] = target.split('#');
    const file = place === '' ? document.file : path.posix.join(path.posix.dirname(document.file), place);
    if (!exists(file, files)) return [`${document.file}: the link ${target} leads to no file`];
    const text = documents.find((other) => other.file === file)?.text;
    if (anchor === undefined || text === undefined || anchorsOf(text).includes(anchor)) return [];
    return [`${document.file}: the link ${target} leads to no heading`];
  });
}

/** A path may start at the root, at the document's folder, or inside a package. */
function pathFaults({ files }: Repository, document: Document): string[] {
  const folders = new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0]));
  const missing = inlineCodeOf(document).filter((code) => {
    if (EXAMPLE.test(code)) return false;
    if (SOURCE_PATH.test(code)) return !files.some((file) => `/${file}`.endsWith(`/${code}`));
    const isFolder = FOLDER_PATH.test(code) && code.includes('/') && folders.has(code.split('/')[0]);
    const folder = path.posix.normalize(`${code}/`).slice(0, -1);
    const own = path.posix.join(path.posix.dirname(document.file), folder);
    return isFolder && !/\bdist\b/.test(code) && !exists(folder, files) && !exists(own, files);
  });
  return missing.map((code) => `${document.file}: ${code} does not exist`);
}

function identifierFaults({ words }: Repository, document: Document): string[] {
  return inlineCodeOf(document)
    .filter((code) => IDENTIFIER.test(code) && !words.has(code))
    .map((code) => `${document.file}: no source file contains ${code}`);
}

function treeFaults({ documents, packages }: Repository): string[] {
  const text = documents.find(({ file }) => file === TREE)?.text ?? '';
  return packages
    .filter((folder) => !text.includes(`\`${folder}/\``))
    .map((folder) => `${TREE}: the tree does not contain ${folder}/`);
}

function decisionFaults({ documents }: Repository): string[] {
  const decisions = documents
    .filter(({ file }) => DECISION.test(file))
    .toSorted((a, b) => a.file.localeCompare(b.file))
    .map(({ file, text }) => ({
      file,
      number: Number(DECISION.exec(file)?.[1]),
      heading: text.split('\n')[0],
      status: STATUS.exec(text.split('\n')[2] ?? '')?.[1],
    }));
  const headings = decisions
    .filter(({ number, heading }) => !heading?.startsWith(`# ${number}. `))
    .map(({ file, number }) => `${file}: the heading does not start with "# ${number}. "`);
  const statuses = decisions
    .filter(({ status }) => status === undefined)
    .map(({ file }) => `${file}: line 3 does not have a status, such as "Accepted on 2026-11-20."`);
  const rows = decisions.map(({ file, heading, status }) => {
    const [, number, title] = /^# (\d+)\. (.+)$/.exec(heading ?? '') ?? [];
    return `| ${number} | [${title}](${path.posix.basename(file)}) | ${status} |`;
  });
  const table = documents.find(({ file }) => file === DECISION_TABLE)?.text ?? '';
  const present = (table.match(/^\| \d+ .+$/gm) ?? []).map((row) => row.replaceAll(/ +/g, ' '));
  const isEqual = present.join('\n') === rows.join('\n');
  const numbered = documents.flatMap((document) =>
    linksOf(document)
      .filter(({ label, target }) => {
        const number = /^ADR (\d+)$/.exec(label)?.[1];
        return number !== undefined && !path.posix.basename(target).startsWith(`${number.padStart(4, '0')}-`);
      })
      .map(({ label, target }) => `${document.file}: the link ${label} leads to ${target}`),
  );
  const order = `${DECISION_TABLE}: the table of decisions is not:\n${rows.join('\n')}`;
  return [...headings, ...statuses, ...(isEqual ? [] : [order]), ...numbered];
}

/** Returns a line for each link, path, identifier, package or decision of the documents that differs from the repository. */
export function findDocumentFaults(repository: Repository): string[] {
  const { documents } = repository;
  return [
    ...documents.flatMap((document) => linkFaults(repository, document)),
    ...documents.flatMap((document) => pathFaults(repository, document)),
    ...documents.flatMap((document) => identifierFaults(repository, document)),
    ...treeFaults(repository),
    ...decisionFaults(repository),
  ];
}
