#!/usr/bin/env node
import { requireNode } from '@dps/contract/server';
import { BuildFailure } from '../src/build-failure.ts';
import { startDev } from '../src/dev/dev.ts';

requireNode();

/** If npm is killed, it sends no signal to its children, so a change of the parent process also stops the server. */
const PARENT = process.ppid;
const PARENT_CHECK_INTERVAL_MS = 500;
/** The terminal and npm may both send a signal for one Ctrl-C. A signal after this interval forces the exit. */
const REPEATED_SIGNAL_MS = 500;
const FORCED_EXIT_CODE = 130;

/** Resolves on the first signal, or when the parent process has exited. */
const stopped = new Promise((resolve) => {
  let first = Infinity;
  const stop = () => {
    if (performance.now() - first > REPEATED_SIGNAL_MS) process.exit(FORCED_EXIT_CODE);
    first = Math.min(first, performance.now());
    resolve();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  setInterval(() => process.ppid !== PARENT && resolve(), PARENT_CHECK_INTERVAL_MS).unref();
});

try {
  const stop = await startDev(process.cwd(), process.env, (line) => process.stdout.write(`${line}\n`));
  await stopped;
  await stop();
  process.exit(0);
} catch (error) {
  if (!(error instanceof BuildFailure)) throw error;
  process.stderr.write(`${error.message}\n${error.advice}\n`);
  process.exit(1);
}
