// Runs the measurements that are named, or all of them: `node bench/main.ts api web --rounds 3`. With `--smallest`, each runs with the
// least data, to prove that it runs.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

const MEASUREMENTS = ['api', 'web', 'uploads', 'growth', 'abuse', 'faults'];

const given = process.argv.slice(2);
const firstFlag = given.findIndex((each) => each.startsWith('--'));
const names = firstFlag < 0 ? given : given.slice(0, firstFlag);
const flags = given.slice(names.length);
const isSmallest = flags.includes('--smallest');
const unknown = names.filter((name) => !MEASUREMENTS.includes(name));
const waiting = unknown.length > 0 ? [] : names.length > 0 ? names : MEASUREMENTS;

/** The running programs, which stop themselves on a signal. */
const running = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    waiting.length = 0;
    for (const child of running) child.kill('SIGTERM');
  });

async function runWaiting(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const stdio = ['ignore', isSmallest ? 'pipe' : 'inherit', 'inherit'] as const;
    const child = spawn(process.execPath, [`${name}.ts`, ...flags], {
      cwd: import.meta.dirname,
      stdio: [...stdio],
    });
    running.add(child);
    const [output, [code]] = await Promise.all([child.stdout && text(child.stdout), once(child, 'close')]);
    running.delete(child);
    process.stdout.write(`${output ?? ''}${code === 0 ? '✓' : '✗'} ${name}\n`);
    if (code !== 0) process.exitCode = 1;
  }
}

if (unknown.length > 0) {
  const known = MEASUREMENTS.join(', ');
  process.stderr.write(
    `There is no measurement named ${unknown.join(', ')}. The measurements are ${known}.\n`,
  );
  process.exitCode = 2;
}
// A measurement needs the complete machine. The figures of a smallest run are not used.
await Promise.all(Array.from({ length: isSmallest ? 2 : 1 }, runWaiting));
