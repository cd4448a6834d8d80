#!/usr/bin/env node
import { BuildFailure } from '../src/build-failure.ts';
import { startDev } from '../src/dev/dev.ts';

/** npm may be killed without a word to what it has started. */
const PARENT = process.ppid;
const LOOK_MS = 500;
/** One Ctrl-C may arrive several times: from the terminal, and from npm. A later one ends this at once. */
const SAME_REQUEST_MS = 500;
const FORCED = 130;

/** Resolves when somebody wants this to stop. */
const stopped = new Promise((resolve) => {
  let first = Infinity;
  const stop = () => {
    if (performance.now() - first > SAME_REQUEST_MS) process.exit(FORCED);
    first = Math.min(first, performance.now());
    resolve();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  setInterval(() => process.ppid !== PARENT && resolve(), LOOK_MS).unref();
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
