import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { object, string } from 'yup';
import { BuildFailure } from '../build-failure.ts';
import { contractSources } from '../contract-versions.ts';
import { CONTRACT } from '../policy/shared-policy.ts';
import type { Declarations } from './contract-file.ts';
import { runTypeScript, withProject } from './typescript.ts';

const contractPackage = object({ version: string().required(), exports: object().required() });

/** For tests alone, so no release has it. */
const TESTING = './testing';

const configOf = (sources: string, files: string[]) => ({
  extends: path.join(sources, '../tsconfig.json'),
  compilerOptions: {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    // Whether the sources are right is what the type check of the workspace says.
    noCheck: true,
    rootDir: sources,
    outDir: './out',
  },
  include: [],
  files,
});

function readTree(folder: string): Record<string, string> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const files = found.map((each) => {
    const file = path.join(each.parentPath, each.name);
    return [path.relative(folder, file).replaceAll(path.sep, '/'), readFileSync(file, 'utf8')] as const;
  });
  return Object.fromEntries(files.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The contract that is installed, as types: what its entries export and what that is made of. */
export async function contractDeclarations(): Promise<Declarations> {
  const sources = fileURLToPath(contractSources);
  const text = readFileSync(path.join(sources, '../package.json'), 'utf8');
  const { version, exports } = contractPackage.validateSync(JSON.parse(text));
  const entries = Object.entries(exports)
    .filter(([name]) => name !== TESTING)
    .map(([name, file]) => [CONTRACT + name.slice(1), string().required().validateSync(file)] as const);
  const files = entries.map(([, file]) => path.join(sources, '..', file));
  const config = JSON.stringify(configOf(sources, files));
  return withProject({ 'tsconfig.json': config }, async (folder) => {
    const problems = await runTypeScript(folder);
    if (problems) throw new BuildFailure(problems, 'Have the type check of shared-contracts pass first.');
    const declared = entries.map(([name, file]) => [
      name,
      path.posix.relative('src', path.posix.normalize(file)).replace(/\.tsx?$/, '.d.ts'),
    ]);
    return { version, entries: Object.fromEntries(declared), files: readTree(path.join(folder, 'out')) };
  });
}
