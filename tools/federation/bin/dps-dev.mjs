#!/usr/bin/env node
import { BuildFailure } from '../src/build-failure.ts';
import { startDev } from '../src/dev/dev.ts';

/** npm may be killed without a word to what it has started. */
const PARENT = process.ppid;
const LOOK_MS = 500;

/** Resolves when somebody wants this to stop. */
const stopped = new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, resolve);
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
