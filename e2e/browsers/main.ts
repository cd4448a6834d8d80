import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf, runCheck } from './run-check.ts';
import { ALL_CHECKS, SHORT_CHECKS } from './checks.ts';
import type { EngineKind, EngineStart } from './engine.ts';
import { startProduct, type Product } from './product.ts';
import { CHROMIUM, GECKO } from './puppeteer-engines.ts';
import { WEBKIT } from './webkit-engine.ts';

/** Runs in this time or fails, in milliseconds. */
const TIME_LIMIT_MS = 40 * 60_000;
const KINDS: readonly EngineKind[] = [CHROMIUM, GECKO, WEBKIT];

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    /** Omits the journey of one job, and accepts missing engines. */
    short: { type: 'boolean', default: false },
    /** Folder for pictures of all pages. */
    pictures: { type: 'string' },
    /** File for the numbers of passed and failed checks, and the names of the engines that were not tested. */
    report: { type: 'string' },
  },
});

const say = (line: string) => process.stdout.write(`${line}\n`);
const result = { passed: 0, failed: 0, skipped: [] as string[] };

function count(isPassed: boolean, name: string, begin: number, reasons: readonly string[] = []): void {
  result[isPassed ? 'passed' : 'failed'] += 1;
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  say([`${isPassed ? '✓' : '✗'} ${name} in ${seconds} s`, ...reasons].join('\n    '));
}

/** Names an engine that is not tested. A complete run then fails. */
function skip({ name }: EngineKind, reason: string): void {
  result.skipped.push(`${name} (${reason})`);
}

const workplace = mkdtempSync(join(tmpdir(), 'dps-browsers-'));
const stops: (() => Promise<unknown>)[] = [];

function interruption(): Promise<never> {
  return new Promise((_resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => reject(new Error(`Stopped by ${signal}.`)));
    setTimeout(() => reject(new Error('The time limit has passed.')), TIME_LIMIT_MS).unref();
  });
}

async function checkEngine(kind: EngineKind, start: EngineStart, product: Product): Promise<void> {
  const begin = performance.now();
  const folder = join(workplace, kind.name);
  const downloads = join(folder, 'downloads');
  mkdirSync(downloads, { recursive: true });
  const engine = await start(folder).catch((error: unknown) =>
    skip(kind, `does not start: ${messageOf(error)}`),
  );
  if (!engine) return;
  stops.push(() => engine.close());
  for (const check of options.short ? SHORT_CHECKS : ALL_CHECKS) {
    const started = performance.now();
    const { version, faults } = await runCheck(check, {
      kind,
      engine,
      product,
      downloads,
      pictures: options.pictures === undefined ? undefined : resolve(options.pictures, kind.name),
    });
    count(faults.length === 0, `${kind.name} ${version}: ${check.name}`, started, faults);
  }
  await stops.pop()?.();
  say(`  ${kind.name} took ${((performance.now() - begin) / 1000).toFixed(1)} s`);
}

async function run(): Promise<void> {
  const kinds = KINDS.filter(({ name }) => names.length === 0 || names.includes(name.toLowerCase()));
  if (kinds.length < names.length)
    throw new Error('Usage: npm run browsers [-- chromium firefox webkitgtk --pictures FOLDER]');
  const product = await startProduct(join(workplace, 'product'), AbortSignal.timeout(TIME_LIMIT_MS));
  stops.push(() => product.close());
  for (const kind of kinds) {
    const start = kind.find();
    if (start) await checkEngine(kind, start, product);
    else skip(kind, `not installed; Debian: apt-get install ${kind.packages}`);
  }
  // A complete run tests every engine.
  if (!options.short) for (const engine of result.skipped) count(false, engine, performance.now());
}

try {
  await Promise.race([run(), interruption()]);
} catch (error) {
  count(false, messageOf(error), 0);
}
for (let stop = stops.pop(); stop; stop = stops.pop())
  await stop().catch((error: unknown) => say(messageOf(error)));
rmSync(workplace, { recursive: true, force: true });
if (options.report !== undefined) writeFileSync(options.report, JSON.stringify(result));
for (const engine of result.skipped) say(`– not tested: ${engine}`);
say(`\n${result.passed} passed, ${result.failed} failed`);
// After an interruption, pending work would keep the process alive.
process.exit(result.failed > 0 ? 1 : 0);
