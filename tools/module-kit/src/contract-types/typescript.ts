import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Inside the workspace, so that the compiler finds the libraries of the contract; git ignores `dist`. */
export const PROJECTS = path.join(import.meta.dirname, '../../dist');

/** Returns the path of the compiler. The release service imports this file, and its image has no compiler. */
const findCompiler = () =>
  path.join(path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

/** Calls `work` with a temporary TypeScript project; `files` are by path and include `tsconfig.json`. */
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
 * @param options further options of the compiler
 * @returns the compiler's messages; empty if the project has no errors
 */
export function runTypeScript(folder: string, ...options: string[]): Promise<string> {
  // Several checkers check the shared types repeatedly, which doubles the processor time.
  const given = [findCompiler(), '--project', folder, '--pretty', 'false', '--checkers', '1', ...options];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, given, { cwd: folder, maxBuffer: 64 * 1024 ** 2 }, (error, stdout, stderr) => {
      // The compiler exits with 1 or 2 if it finds errors, and prints them to stdout.
      if (error && stdout === '') reject(new Error(`TypeScript could not run: ${stderr || error.message}`));
      else resolve(stdout);
    });
  });
}
