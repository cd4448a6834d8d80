import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { BuildFailure } from '../build-failure.ts';
import { contractSources, kitSources, readPackageJson } from '../contract-versions.ts';
import { CONTRACT, KIT, shareKeyOf } from '../policy/shared-policy.ts';
import type { Declarations } from './contract-file.ts';
import { PROJECTS, runTypeScript, withProject } from './typescript.ts';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';

interface Stored<Result> {
  key: string;
  result: Result;
}

/** Returns the stored result of `key`. Undefined if the file is missing or damaged, or has the result of other inputs. */
async function readStored<Result>(file: string, key: string): Promise<Result | undefined> {
  try {
    const stored: Stored<Result> = JSON.parse(await readFile(file, 'utf8'));
    return stored.key === key ? stored.result : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the stored result if the inputs are those of the last call. Otherwise computes the result and stores it.
 * Processes can share the file.
 *
 * @param file absolute path of the file with the last result
 * @param inputs all texts that determine the result, which must be JSON
 */
export async function reuseResult<Result>(
  file: string,
  inputs: readonly string[],
  compute: () => Promise<Result>,
): Promise<Result> {
  const key = createHash('sha256').update(JSON.stringify(inputs)).digest('hex');
  const stored = await readStored<Result>(file, key);
  if (stored !== undefined) return stored;
  const result = await compute();
  await mkdir(path.dirname(file), { recursive: true });
  // Another process never reads an incomplete file.
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify({ key, result } satisfies Stored<Result>));
  await rename(draft, file);
  return result;
}

/** The packages whose types are in contract.json; `folder` is the prefix of their declaration files. */
const PACKAGES = [
  { name: CONTRACT, sources: contractSources, folder: '' },
  { name: KIT, sources: kitSources, folder: 'ui' },
] as const;

/** The workspace. The compiler emits each declaration file at the source's path relative to it. */
const ROOT = fileURLToPath(new URL('../..', contractSources));

/** Entries that no release contains: helpers of tests. An installed package also exports its package.json. */
const NOT_IN_RELEASES = /^\.\/(testing|package\.json)/;

/** Returns whether the packages are installed, and not sources of a workspace: then they contain their declarations. */
const areInstalled = (): boolean => existsSync(new URL('index.d.ts', contractSources));

/** An entry of the contract or the kit: the source that exports it, and its declaration file in contract.json. */
interface Entry {
  request: string;
  source: string;
  declaration: string;
}

function readEntries(): Entry[] {
  return PACKAGES.flatMap(({ name, sources, folder }) =>
    Object.entries(readPackageJson(sources).exports)
      .filter(([entry]) => !NOT_IN_RELEASES.test(entry))
      .map(([entry, file]) => ({
        request: name + entry.slice(1),
        source: fileURLToPath(new URL(`../${file}`, sources)),
        declaration: path.posix.join(
          folder,
          path.posix.relative('src', file).replace(/\.(tsx?|js)$/, '.d.ts'),
        ),
      })),
  );
}

const configOf = (files: string[]) => ({
  extends: fileURLToPath(new URL('../tsconfig.json', contractSources)),
  compilerOptions: {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    // The workspace's type check finds errors in the sources.
    noCheck: true,
    rootDir: ROOT,
    outDir: './out',
  },
  include: [],
  files,
});

function readTree(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => {
      const file = path.join(each.parentPath, each.name);
      return [path.relative(folder, file).replaceAll(path.sep, '/'), readFileSync(file, 'utf8')];
    });
}

/** Replaces imports of entries by relative paths, so that the declarations of one contract.json form one program. */
function withRelativeImports(file: string, text: string, entries: readonly Entry[]): string {
  return text.replaceAll(/(?<=["'])@dps\/[\w/-]+(?=["'])/g, (request) => {
    const declaration = entries.find((entry) => entry.request === request)?.declaration;
    if (declaration === undefined) return request;
    const target = path.posix.relative(path.posix.dirname(file), declaration).replace(/\.d\.ts$/, '.ts');
    return target.startsWith('.') ? target : `./${target}`;
  });
}

/** Returns all texts that determine the declarations: sources, settings, installed libraries, and this file. */
function readInputs(): string[] {
  const sources = PACKAGES.flatMap((each) => readTree(fileURLToPath(each.sources)));
  const settings = PACKAGES.flatMap((each) =>
    ['package.json', 'tsconfig.json'].map((name) => fileURLToPath(new URL(`../${name}`, each.sources))),
  );
  const files = ['tsconfig.browser.json', 'tsconfig.base.json', 'package-lock.json'].map((name) =>
    path.join(ROOT, name),
  );
  return [
    ...sources.flat(),
    ...[...settings, ...files, import.meta.filename].map((file) => readFileSync(file, 'utf8')),
  ];
}

/** Returns the types of the installed contract and kit: the exports of their entries and all types that these refer to. */
export async function contractDeclarations(): Promise<Declarations> {
  if (!areInstalled())
    return reuseResult(path.join(PROJECTS, 'declarations.json'), readInputs(), compileDeclarations);
  return declarationsIn((sources) => fileURLToPath(sources), readEntries());
}

/**
 * Returns the declarations of both packages.
 *
 * @param folderOf returns the folder with the declaration files of a package's sources
 */
function declarationsIn(folderOf: (sources: URL) => string, entries: readonly Entry[]): Declarations {
  const files = PACKAGES.flatMap(({ sources, folder }) =>
    readTree(folderOf(sources))
      .filter(([name]) => name.endsWith('.d.ts') && !name.startsWith('testing/'))
      .map(([name, text]): [string, string] => {
        const file = path.posix.join(folder, name);
        return [file, withRelativeImports(file, text, entries)];
      }),
  );
  return {
    version: readPackageJson(contractSources).version,
    entries: Object.fromEntries(
      entries.map(({ request, declaration }) => [shareKeyOf(request), declaration]),
    ),
    files: Object.fromEntries(files.toSorted(([one], [other]) => (one < other ? -1 : 1))),
  };
}

async function compileDeclarations(): Promise<Declarations> {
  const entries = readEntries();
  const config = JSON.stringify(configOf(entries.map(({ source }) => source)));
  return withProject({ 'tsconfig.json': config }, async (project) => {
    const problems = await runTypeScript(project);
    if (problems)
      throw new BuildFailure(problems, `Correct the type errors of ${CONTRACT} and ${KIT} first.`);
    return declarationsIn(
      (sources) => path.join(project, 'out', path.relative(ROOT, fileURLToPath(sources))),
      entries,
    );
  });
}
