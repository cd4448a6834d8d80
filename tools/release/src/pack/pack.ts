import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runToEnd } from '@dps/local-stack/process/run-to-end';
import { contractDeclarations } from '@dps/module-kit/contract-declarations';
import { CONTRACT, KIT } from '@dps/module-kit/shared-policy';
import { runTypeScript, withProject } from '@dps/module-kit/typescript';
import { packedJson, type Provenance } from './packed-json.ts';
import { packagesWith, type SourcePackage } from './packages.ts';

const configOf = (root: string, dirs: readonly string[], out: string) => ({
  extends: path.join(root, 'tsconfig.browser.json'),
  compilerOptions: {
    typeRoots: [path.join(root, 'node_modules/@types')],
    types: ['node', 'jest'],
    allowJs: true,
    noEmit: false,
    // The workspace's type check finds errors in the sources.
    noCheck: true,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    rootDir: root,
    outDir: out,
  },
  include: dirs.flatMap((dir) => [path.join(dir, 'src'), path.join(dir, 'bin'), path.join(dir, '*.d.ts')]),
  exclude: dirs.flatMap((dir) => [path.join(dir, '**/*.spec.ts'), path.join(dir, '**/*.spec.tsx')]),
});

/**
 * Compiles the sources of packages to ES modules and declarations, without tests.
 *
 * @param root absolute path of the workspace
 * @param dirs absolute paths of the packages
 * @param out absolute path of the output folder; each file has the path of its source relative to the workspace
 * @throws Error with the messages of the compiler
 */
async function compile(root: string, dirs: readonly string[], out: string): Promise<void> {
  const files = { 'tsconfig.json': JSON.stringify(configOf(root, dirs, out)) };
  const problems = await withProject(files, (project) => runTypeScript(project));
  if (problems !== '') throw new Error(`The packages do not compile:\n${problems}`);
}

const MODULE_KIT = '@dps/module-kit';
/** The packages that teams install. They bring the others as dependencies. */
const PUBLIC_PACKAGES = [CONTRACT, KIT, MODULE_KIT, '@dps/release', '@dps/create-module'];
/** The packages that share their libraries with the module that installs them. */
const FOR_MODULES = new Set([CONTRACT, KIT, MODULE_KIT]);
/** Files that a package has besides its compiled sources. */
const ASSETS = ['README.md', 'CHANGELOG.md', 'assets', 'globals.d.ts', 'template', 'templates'];

async function run(command: string, parameters: string[], cwd: string): Promise<string> {
  const { ok, output } = await runToEnd(command, parameters, { cwd, env: process.env });
  if (!ok) throw new Error(`${command} ${parameters.join(' ')} failed:\n${output}`);
  return output;
}

async function readProvenance(root: string): Promise<Provenance> {
  const { version, ...types } = await contractDeclarations();
  const hash = createHash('sha256').update(JSON.stringify(types)).digest('base64');
  const commit = await run('git', ['rev-parse', 'HEAD'], root);
  return { contract: version, types: `sha256-${hash}`, commit };
}

/** Returns whether a package is a program with a build of its own, and not a library. */
const isProgram = ({ json }: SourcePackage): boolean => json.exports === undefined;

const isAsset = (file: string): boolean => !/\.(tsx?|mjs|json)$/.test(file);
const isCode = (file: string): boolean => !file.endsWith('.map');

/** Writes the files of one package. */
async function assemble(root: string, source: SourcePackage, compiled: string, to: string): Promise<void> {
  const { dir } = source;
  if (isProgram(source)) {
    const built = path.join(dir, 'dist');
    if (!existsSync(built))
      throw new Error(`${source.json.name} is not built. Run: npm run build -w ${source.json.name}`);
    await cp(built, path.join(to, 'dist'), { recursive: true, filter: isCode });
  } else {
    await cp(path.join(compiled, path.relative(root, dir)), to, { recursive: true });
    const sources = path.join(dir, 'src');
    const isFolderOrAsset = (file: string) => path.extname(file) === '' || isAsset(file);
    await cp(sources, path.join(to, 'src'), { recursive: true, filter: isFolderOrAsset });
  }
  await cp(path.join(root, 'LICENSE'), path.join(to, 'LICENSE'));
  for (const asset of ASSETS)
    if (existsSync(path.join(dir, asset)))
      await cp(path.join(dir, asset), path.join(to, asset), { recursive: true });
}

/**
 * Packs the packages that teams outside the workspace install, with all packages that these need.
 *
 * @param root absolute path of the workspace; the API is built
 * @param out absolute path of the folder for the tarballs, which is emptied first
 * @returns paths of the tarballs
 */
export async function pack(root: string, out: string): Promise<string[]> {
  const work = await mkdtemp(path.join(os.tmpdir(), 'dps-pack-'));
  try {
    const packages = packagesWith(root, PUBLIC_PACKAGES);
    const compiled = path.join(work, 'compiled');
    const provenance = await readProvenance(root);
    await compile(
      root,
      packages.filter((each) => !isProgram(each)).map(({ dir }) => dir),
      compiled,
    );
    await rm(out, { recursive: true, force: true });
    await mkdir(out, { recursive: true });
    const folders: string[] = [];
    for (const source of packages) {
      const folder = path.join(work, source.json.name);
      await assemble(root, source, compiled, folder);
      const json = packedJson(source.json, provenance, FOR_MODULES.has(source.json.name));
      await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(json, null, 2)}\n`);
      folders.push(folder);
    }
    await run('npm', ['pack', '--pack-destination', out, ...folders], work);
    return (await readdir(out)).map((name) => path.join(out, name));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, '../../../..');
  for (const file of await pack(root, path.join(root, 'dist/packages')))
    process.stdout.write(`${path.relative(root, file)}\n`);
}
