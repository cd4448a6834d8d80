import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Below the workspace, where the libraries that the contract speaks of are found, and where builds are ignored. */
const PROJECTS = path.join(import.meta.dirname, '../../dist');

const compiler = path.join(
  path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin/tsc',
);

/** A TypeScript project that exists while `work` looks at it; `files` are by path, `tsconfig.json` among them. */
export async function withProject<Result>(
  files: Record<string, string>,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  await mkdir(PROJECTS, { recursive: true });
  const folder = await mkdtemp(path.join(PROJECTS, 'contract-'));
  try {
    for (const [name, content] of Object.entries(files)) {
      const file = path.join(folder, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, content);
    }
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Runs the compiler on the project in `folder`.
 *
 * @returns what it finds, a line each and more where it explains itself; empty where all is well
 */
export function runTypeScript(folder: string): Promise<string> {
  const given = [compiler, '--project', folder, '--pretty', 'false'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, given, { cwd: folder, maxBuffer: 64 * 1024 ** 2 }, (error, stdout, stderr) => {
      // It ends with 1 or 2 where it has found something, which it then tells.
      if (error && stdout === '') reject(new Error(`TypeScript could not run: ${stderr || error.message}`));
      else resolve(stdout);
    });
  });
}
