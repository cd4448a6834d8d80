import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { StackFailure } from '../failure.ts';
import { lastLines, runToEnd } from '../process/run-to-end.ts';
import { WORKSPACE } from '../store/workspace-packages.ts';

const NX = createRequire(import.meta.url).resolve('nx/bin/nx.js');

/**
 * Builds the packages with changed sources.
 *
 * @param log path of the build log
 * @throws StackFailure with the end of the log when a build fails
 */
export async function buildWorkspace(log: string, signal: AbortSignal): Promise<void> {
  const { ok, output } = await runToEnd(process.execPath, [NX, 'run-many', '-t', 'build'], {
    cwd: WORKSPACE,
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', FORCE_COLOR: '0', NODE_ENV: 'production' },
    signal,
  });
  mkdirSync(dirname(log), { recursive: true });
  writeFileSync(log, `${output}\n`);
  if (!ok)
    throw new StackFailure(
      `The build failed. Its log is ${log}; the last lines are:\n${lastLines(output, 30)}`,
    );
}
