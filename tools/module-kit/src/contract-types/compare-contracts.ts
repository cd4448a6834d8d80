import { checkProgram, CLIENT, type Locate } from './check-program.ts';
import type { ContractFile, ContractUse, Declarations } from './contract-file.ts';
import { shareKeyOf } from '../policy/shared-policy.ts';
import { incompatibilities } from './diagnostics.ts';
import { runTypeScript, withProject } from './typescript.ts';
import path from 'node:path';

type Files = Record<string, string>;

export interface SplitDeclarations {
  /** Files that are identical in both contracts and refer only to such files. */
  same: Files;
  old: Files;
  new: Files;
}

const RELATIVE_IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)["'](\.[^"']+)["']/g;

/** Returns the declaration files that a file imports. */
function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(RELATIVE_IMPORT)].map(([, request = '']) =>
    path.posix.join(path.posix.dirname(file), request).replace(/\.(d\.)?tsx?$/, '.d.ts'),
  );
}

/**
 * Separates the identical files of two contracts from the others. A file is identical if its text and all files that it
 * imports are identical. The program contains it once: TypeScript treats two declarations of a class with private members
 * or of a unique symbol as incompatible, even if their text is equal.
 */
export function splitDeclarations(oldFiles: Files, newFiles: Files): SplitDeclarations {
  const same = new Map(Object.entries(oldFiles).filter(([file, text]) => newFiles[file] === text));
  let before: number;
  do {
    before = same.size;
    for (const [file, text] of same)
      if (!importsOf(file, text).every((each) => same.has(each))) same.delete(file);
  } while (same.size < before);
  const others = (files: Files): Files =>
    Object.fromEntries(Object.entries(files).filter(([file]) => !same.has(file)));
  return { same: Object.fromEntries(same), old: others(oldFiles), new: others(newFiles) };
}

const CONFIG = {
  compilerOptions: {
    target: 'ES2024',
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'Bundler',
    moduleDetection: 'force',
    allowImportingTsExtensions: true,
    jsx: 'react-jsx',
    strict: true,
    exactOptionalPropertyTypes: true,
    // Both contracts augment the types of MUI, and two augmentations may contradict each other.
    skipLibCheck: true,
    noEmit: true,
    types: [],
    // Resolves imports of an identical file to the copy in `same`.
    rootDirs: ['old', 'new', 'same'],
  },
  include: ['check-*.ts'],
};

const below = (folder: string, files: Record<string, string>): [string, string][] =>
  Object.entries(files).map(([file, text]) => [`${folder}/${file}`, text]);

/** The declarations of the API's error codes. */
const ERROR_CODES = 'error-codes.d.ts';

/**
 * Returns declaration files with the error codes of another contract. The codes come from the API at run time, so a new one
 * breaks no module. But the types of the store contain all codes, and do not allow a difference.
 */
function withCodesOf({ files }: Declarations, other: Declarations['files']): Declarations['files'] {
  const codes = files[ERROR_CODES];
  return codes !== undefined && ERROR_CODES in other ? { ...other, [ERROR_CODES]: codes } : other;
}

/**
 * Compares the contract that modules were built with to the contract of a shell.
 *
 * @param oldContract the contract that the modules were built with
 * @param newContract the contract that the shell provides
 * @param uses the use of the contract by each module
 * @returns for each module a sentence for each incompatibility: `PageHeader of … is not there.`
 */
export async function compareContracts(
  oldContract: Declarations,
  newContract: Declarations,
  uses: readonly ContractUse[],
): Promise<string[][]> {
  const split = splitDeclarations(withCodesOf(newContract, oldContract.files), newContract.files);
  const isSame = Object.keys(split.old).length + Object.keys(split.new).length === 0;
  if (isSame) return uses.map(() => []);
  const locate: Locate = (side, file) =>
    `./${file in split.same ? 'same' : side}/${file.replace(/\.d\.ts$/, '.ts')}`;
  const programs = uses.map((use) => checkProgram({ old: oldContract, new: newContract, locate }, use));
  const files = Object.fromEntries([
    ['tsconfig.json', JSON.stringify(CONFIG)],
    ...programs.map(({ text }, i): [string, string] => [`check-${i}.ts`, text]),
    ...below('same', split.same),
    ...below('old', split.old),
    ...below('new', split.new),
  ]);
  const output = await withProject(files, (folder) => runTypeScript(folder));
  return programs.map((program, i) => incompatibilities(output, `check-${i}.ts`, program));
}

/** File with the props of all widgets of one owner. */
const PROPS_FILE = 'widget-props.d.ts';

/** Returns a contract in which the props of an owner's widgets include those that it declares. */
function withDeclared({ version, entries, files, widgets }: ContractFile, owner: string): Declarations {
  const fileOf = (request: string) => {
    const file = entries[shareKeyOf(request)];
    return file === undefined ? request : `./${file.replace(/\.d\.ts$/, '.ts')}`;
  };
  const declared = widgets?.[owner];
  // As a namespace, the declaration does not merge with the contract, of which the program has two.
  const text = (declared ?? '')
    .replaceAll(/declare module (["'])@dps\/contract\/client\1/g, 'export declare namespace Declared')
    .replaceAll(/(?<=["'])@dps\/[\w/-]+(?=["'])/g, fileOf);
  const props = [
    ...(declared === undefined ? [] : ['Declared.WidgetProps']),
    `import('${fileOf('@dps/contract/client')}').WidgetProps`,
  ];
  const file = `${text}\nexport type WidgetProps = ${props.join(' & ')};\n`;
  return { version, entries: { [CLIENT]: PROPS_FILE }, files: { ...files, [PROPS_FILE]: file } };
}

/**
 * Compares the props that a module passes to widgets with the props that their owner accepts.
 *
 * @param host the contract of the module that shows the widgets
 * @param owner the contract of the release that provides them
 * @param ownerName name of its module
 * @param shown names of the widgets
 * @returns a sentence for each incompatibility
 */
export async function compareWidgets(
  host: ContractFile,
  owner: ContractFile,
  ownerName: string,
  shown: readonly string[],
): Promise<string[]> {
  const removed = shown.filter((name) => !owner.use.provides.includes(name));
  const shows = shown.filter((name) => !removed.includes(name));
  const use = { imports: {}, shows, provides: [] };
  const [found = []] =
    shows.length === 0
      ? []
      : await compareContracts(withDeclared(host, ownerName), withDeclared(owner, ownerName), [use]);
  return [...removed.map((name) => `the widget ${name} is not there.`), ...found];
}
