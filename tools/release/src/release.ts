#!/usr/bin/env node
import { requireNode } from '@dps/contract/server';
import { FILE_GATES, readBuildFile, runCommand, type Gate } from './commands/run-command.ts';

/** Tests a candidate within the active product: visits to its pages in a real browser. */
const smokeGate: Gate = {
  name: 'smoke',
  check: async ({ build, store, registry }, report) => {
    // The browser driver loads slowly, and a rollback must be fast.
    const { tryOut } = await import('./checks/trial/try-out.ts');
    return tryOut({ ...build, read: (file) => readBuildFile(build, file) }, store, registry, report);
  },
};

/** Returns a signal that a termination request aborts. One Ctrl-C can arrive twice: from the terminal and from npm. */
function stopRequest(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => stop.abort());
  return stop.signal;
}

requireNode();
process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  gates: [...FILE_GATES, smokeGate],
  stopRequest,
  write: (line) => process.stdout.write(`${line}\n`),
  writeError: (line) => process.stderr.write(`${line}\n`),
});
