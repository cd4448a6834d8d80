import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { runToEnd } from '@dps/local-stack/process/run-to-end';

const require = createRequire(import.meta.url);
const COMPILER = path.join(path.dirname(require.resolve('typescript/package.json')), 'bin/tsc');

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
export async function compile(root: string, dirs: readonly string[], out: string): Promise<void> {
  // Inside the workspace, so that the compiler finds the installed libraries.
  const project = await mkdtemp(path.join(root, 'node_modules/.cache/pack-'));
  try {
    await writeFile(path.join(project, 'tsconfig.json'), JSON.stringify(configOf(root, dirs, out)));
    const { ok, output } = await runToEnd(process.execPath, [COMPILER, '--project', project], {
      cwd: root,
      env: process.env,
    });
    if (!ok) throw new Error(`The packages do not compile:\n${output}`);
  } finally {
    await rm(project, { recursive: true, force: true });
  }
}
