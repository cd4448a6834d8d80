import { blockLinesOf, inlineCodeOf, type Document } from './markdown.ts';

/** The test of a documented command, or the reason why it has none. */
export type Evidence =
  | { command: string; /** `path#text`: the text that runs it. */ test: string }
  | { command: string; untested: string };

export interface Package {
  name: string;
  folder: string;
  scripts: readonly string[];
}

/** The details of the repository that documented commands need. */
export interface Commands {
  documents: readonly Document[];
  packages: readonly Package[];
  /** Scripts of the workspace's root. */
  scripts: readonly string[];
  evidence: readonly Evidence[];
  /** Returns the text of a file, or null if there is no such file. */
  read: (file: string) => string | null;
}

const COMMAND = /^(?:[A-Z_]+=\S* )*((?:npm|npx|node|docker) .+?)(?:\s+#.*)?$/;
/** Commands of npm itself, and its aliases of scripts. */
const BUILT_IN = /^npm (install|ci|pkg set|exec|create)\b/;
/** The module that docs/owning-a-module.md creates. */
const EXAMPLE = '@dps/mfe-weather';
const EXAMPLE_SCRIPTS = new Set(['build', 'dev', 'typecheck']);
/** The documents whose commands run in the folder of a module, and what that module has. */
const OF_MODULE = /^(docs\/own-repository|(mfe-[^/]+|tools\/create-module\/template)\/README)\.md$/;
const OWN_COMMAND = /^npm (run (build|dev|typecheck)|test)$|^npx (dps-release|playwright) /;

function commandsOf(document: Document): string[] {
  return [...inlineCodeOf(document), ...blockLinesOf(document)].flatMap(
    (line) => COMMAND.exec(line)?.[1]?.trim() ?? [],
  );
}

function isScript(command: string, { packages, scripts }: Commands): boolean {
  const script = /^npm (?:run )?([\w-]+)/.exec(command)?.[1] ?? '';
  const workspace = / -w (\S+)/.exec(command)?.[1];
  if (workspace === undefined) return scripts.includes(script);
  if (workspace === EXAMPLE) return EXAMPLE_SCRIPTS.has(script);
  const target = packages.find(({ name, folder }) => name === workspace || folder === workspace);
  return target?.scripts.includes(script) ?? false;
}

function exists(file: string, command: string, facts: Commands): boolean {
  if (OF_MODULE.test(file) && OWN_COMMAND.test(command)) return true;
  const [program, source = ''] = command.split(' ');
  if (program === 'docker') return facts.read('docker-compose.yml') !== null;
  if (program === 'node') {
    const typescript = source.replace('/dist/', '/src/').replace(/\.js$/, '.ts');
    return facts.read(source) !== null || facts.read(typescript) !== null;
  }
  if (program === 'npx') return source === 'nx';
  return BUILT_IN.test(command) || isScript(command, facts);
}

const covers = (evidence: Evidence, command: string) =>
  command === evidence.command || command.startsWith(`${evidence.command} `);

function evidenceFaults({ evidence, read }: Commands, commands: readonly string[]): string[] {
  return evidence.flatMap((entry) => {
    if (!commands.some((command) => covers(entry, command)))
      return [`"${entry.command}": no document names the command`];
    if ('untested' in entry) return [];
    const [file = '', text = ''] = entry.test.split('#');
    return read(file)?.includes(text) ? [] : [`"${entry.command}": ${file} does not contain "${text}"`];
  });
}

/**
 * Returns a line for each command of the documents that does not exist, or that has neither a test nor a reason, and for
 * each stale entry of the evidence.
 */
export function findCommandFaults(facts: Commands): string[] {
  const found = facts.documents.flatMap((document) =>
    commandsOf(document).map((command) => ({ file: document.file, command })),
  );
  const faults = found.flatMap(({ file, command }) => {
    if (!exists(file, command, facts)) return [`${file}: "${command}" does not exist`];
    const isKnown = facts.evidence.some((entry) => covers(entry, command));
    return isKnown ? [] : [`${file}: "${command}" has no test and no reason in command-evidence.ts`];
  });
  return [
    ...faults,
    ...evidenceFaults(
      facts,
      found.map(({ command }) => command),
    ),
  ];
}
