import { existsSync, mkdirSync, readFileSync, writeFileSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createHash } from 'node:crypto';
import { StartFailure } from '../failure.ts';
import { lastLines, runToEnd } from '../process/run-to-end.ts';
import { WORKSPACE } from '../store/workspace-packages.ts';

/** Folders with files that no build reads: packages, hidden folders. */
const UNREAD = /^(\.|node_modules$)/;

/** Returns each file below a folder as its path in the folder, a size in bytes and a time of change. */
function listFiles(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = join(below, entry.name);
    if (entry.isDirectory()) return UNREAD.test(entry.name) ? [] : listFiles(folder, path);
    const stats = statSync(join(folder, path), { throwIfNoEntry: false });
    return stats ? [`${path} ${stats.size} ${stats.mtimeMs}`] : [];
  });
}

const digest = (lines: readonly string[]) => createHash('sha256').update(lines.join('\n')).digest('hex');

/**
 * Returns two digests of the names, sizes and times of the files below a folder: of the files in folders named `dist`, and of all
 * others. A changed file has another size or time.
 */
export function fingerprintFiles(folder: string): { sources: string; builds: string } {
  const files = listFiles(folder);
  const isResult = (file: string) => /[\\/]dist[\\/]/.test(file);
  return {
    sources: digest(files.filter((file) => !isResult(file))),
    builds: digest(files.filter(isResult)),
  };
}

const NX = createRequire(import.meta.url).resolve('nx/bin/nx.js');

/** The fingerprints of the sources before the last complete build, and of its results. */
const STAMP = join(WORKSPACE, 'node_modules/.cache/last-build');

function isBuilt({ sources, builds }: ReturnType<typeof fingerprintFiles>): boolean {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === `${sources} ${builds}`;
}

/**
 * Builds the packages with changed sources. The build tool needs two seconds to find that none has changed, so it does not run if
 * no file of the workspace has changed since the last start.
 *
 * @param log path of the build log
 * @throws StartFailure with the end of the log when a build fails
 */
export async function buildWorkspace(log: string, signal: AbortSignal): Promise<void> {
  const before = fingerprintFiles(WORKSPACE);
  if (isBuilt(before)) return;
  const { ok, output } = await runToEnd(process.execPath, [NX, 'run-many', '-t', 'build'], {
    cwd: WORKSPACE,
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', FORCE_COLOR: '0', NODE_ENV: 'production' },
    signal,
  });
  mkdirSync(dirname(log), { recursive: true });
  writeFileSync(log, `${output}\n`);
  if (!ok)
    throw new StartFailure(
      `The build failed. Its log is ${log}; the last lines are:\n${lastLines(output, 30)}`,
    );
  mkdirSync(dirname(STAMP), { recursive: true });
  // A source that changed during the build differs from `before` at the next start.
  writeFileSync(STAMP, `${before.sources} ${fingerprintFiles(WORKSPACE).builds}`);
}
