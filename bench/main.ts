import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './figures.ts';
import { markdownOf, type PartResult } from './results.ts';

/** The program of each part. */
const PARTS = {
  api: 'api.ts',
  web: 'federation.ts',
  lists: 'lists.ts',
  uploads: 'uploads.ts',
  gateway: 'gateway.ts',
  growth: 'growth.ts',
} as const;
type Part = keyof typeof PARTS;

const RESULTS = join(import.meta.dirname, 'dist');

const isPart = (name: string): name is Part => name in PARTS;

let isStopped = false;

/** Runs one part. Its program prints its progress, stops itself on a signal, and writes its figures to `file`. */
async function measure(part: Part, file: string, flags: readonly string[]): Promise<PartResult> {
  process.stdout.write(`\n${part}\n`);
  const child = spawn(process.execPath, [join(import.meta.dirname, PARTS[part]), ...flags], {
    stdio: 'inherit',
    env: { ...process.env, BENCH_FIGURES: file },
  });
  // A terminal sends SIGINT to both processes.
  const onInterrupt = () => (isStopped = true);
  const onTerminate = () => {
    isStopped = true;
    child.kill('SIGTERM');
  };
  process.on('SIGINT', onInterrupt).on('SIGTERM', onTerminate);
  const [code] = await once(child, 'close');
  process.off('SIGINT', onInterrupt).off('SIGTERM', onTerminate);
  if (code !== 0 || !existsSync(file)) return { part, figures: [], completed: false };
  const figures: readonly Figure[] = JSON.parse(readFileSync(file, 'utf8'));
  return { part, figures, completed: true };
}

/** Runs the parts in sequence, because each needs the complete machine. Returns their results. */
async function measureAll(parts: readonly Part[], flags: readonly string[]): Promise<PartResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dps-bench-'));
  const results: PartResult[] = [];
  try {
    for (const part of parts)
      if (!isStopped) results.push(await measure(part, join(folder, `${part}.json`), flags));
  } finally {
    rmSync(folder, { recursive: true });
  }
  return results;
}

function writeResults(results: readonly PartResult[]): void {
  const [processor] = cpus();
  const machine = { processors: cpus().length, model: processor?.model ?? '', node: process.version };
  mkdirSync(RESULTS, { recursive: true });
  const report = { measuredAt: new Date().toISOString(), machine, parts: results };
  writeFileSync(join(RESULTS, 'results.json'), `${JSON.stringify(report, null, 2)}\n`);
  const table = markdownOf(results);
  writeFileSync(join(RESULTS, 'results.md'), table);
  process.stdout.write(`\n${table}\nWritten to ${RESULTS}: results.json, results.md\n`);
}

const given = process.argv.slice(2);
const isFlag = (argument: string) => argument === '--smallest';
const flags = given.filter(isFlag);
const names = given.filter((argument) => !isFlag(argument));
const unknown = names.filter((name) => !isPart(name));
if (unknown.length > 0) {
  const known = Object.keys(PARTS).join(', ');
  process.stderr.write(
    `There is no measurement named ${unknown.join(', ')}. The measurements are ${known}.\n`,
  );
  process.exitCode = 2;
} else {
  const all = Object.keys(PARTS).filter(isPart);
  const results = await measureAll(names.length > 0 ? names.filter(isPart) : all, flags);
  writeResults(results);
  process.exitCode = results.every(({ completed }) => completed) ? 0 : 1;
}
