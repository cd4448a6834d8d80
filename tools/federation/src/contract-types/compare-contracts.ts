import { checkProgram, type Locate } from './check-program.ts';
import type { ContractUse, Declarations } from './contract-file.ts';
import { breaksIn } from './diagnostics.ts';
import { splitDeclarations } from './split-declarations.ts';
import { runTypeScript, withProject } from './typescript.ts';

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
    // Both contracts hold what is declared once more for MUI; which of them is right is not asked here.
    skipLibCheck: true,
    noEmit: true,
    types: [],
    // Imports of a file that both have lead to the one that they share.
    rootDirs: ['had', 'has', 'same'],
  },
  include: ['check-*.ts'],
};

const below = (folder: string, files: Record<string, string>): [string, string][] =>
  Object.entries(files).map(([file, text]) => [`${folder}/${file}`, text]);

/**
 * Says what of a contract that modules were built with is another one in the contract that they would run with.
 *
 * @param had the contract that they were built with
 * @param has the contract that a shell brings
 * @param uses what each of them does with it
 * @returns for each of them a sentence for everything that does not fit: `PageHeader of … is not there.`
 */
export async function compareContracts(
  had: Declarations,
  has: Declarations,
  uses: readonly ContractUse[],
): Promise<string[][]> {
  const split = splitDeclarations(had.files, has.files);
  const isSame = Object.keys(split.had).length + Object.keys(split.has).length === 0;
  if (isSame) return uses.map(() => []);
  const locate: Locate = (side, file) =>
    `./${file in split.same ? 'same' : side}/${file.replace(/\.d\.ts$/, '.ts')}`;
  const programs = uses.map((use) => checkProgram({ had, has, locate }, use));
  const files = Object.fromEntries([
    ['tsconfig.json', JSON.stringify(CONFIG)],
    ...programs.map(({ text }, i): [string, string] => [`check-${i}.ts`, text]),
    ...below('same', split.same),
    ...below('had', split.had),
    ...below('has', split.has),
  ]);
  const output = await withProject(files, runTypeScript);
  return programs.map((program, i) => breaksIn(output, `check-${i}.ts`, program));
}
