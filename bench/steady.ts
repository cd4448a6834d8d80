import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@dps/local-stack/ports';
import { fillDatabase } from './api/fill.ts';
import { goalResult, median, printTable } from './figures.ts';
import { readOptions, runMeasurement } from './measurement.ts';
import { startApi } from './server.ts';
import { mixedCalls, SteadyLoad } from './steady/mixed-load.ts';

/** The load before the first sample lasts as long as this number of samples. */
const WARM_UP_SAMPLES = 2;
/** Maximum ratio of the last third of the samples to the first third. */
const GOAL = 1.05;

const options = readOptions(
  { minutes: 60, samples: 60, requests: 30, jobs: 10_000 },
  { minutes: 0.02, samples: 3, requests: 30, jobs: 100 },
);

/** Returns the medians of the first and the last third. */
function thirds(values: readonly number[]): [first: number, last: number] {
  const third = values.length / 3;
  return [median(values.slice(0, third)), median(values.slice(-third))];
}

function rowOf(name: string, values: readonly number[]): string[] {
  const [first, last] = thirds(values);
  const range = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(1)).join(' … ');
  const growth = last / first;
  const goal = `≤ ${GOAL} × ${goalResult(growth <= GOAL)}`;
  return [name, first.toFixed(1), last.toFixed(1), `${growth.toFixed(3)} ×`, range, goal];
}

/** Memory of the API's process, in MB. */
interface Memory {
  /** Objects that a complete garbage collection leaves. */
  heapMb: number;
  /** Resident set size before the collection. */
  rssMb: number;
}

/** Measures whether the memory of one API process grows during a steady load of reads and writes. */
await runMeasurement(async (teardown) => {
  const flags = ['--expose-gc', '--import', join(import.meta.dirname, 'steady/memory.mjs')];
  const { api, url, databaseUrl } = await startApi(teardown, { flags, metricsPort: await freePort() });
  const filled = await fillDatabase(databaseUrl, options.jobs);
  const load = new SteadyLoad(await mixedCalls(url, filled), options.requests);
  teardown.add(() => load.stop());
  const everyMs = (options.minutes * 60_000) / options.samples;
  await delay(everyMs * WARM_UP_SAMPLES);
  const samples: Memory[] = [];
  const started = performance.now();
  while (samples.length < options.samples) {
    await delay(Math.max(0, started + samples.length * everyMs - performance.now()));
    const memory = await api.request<Memory>('memory');
    samples.push(memory);
    const { sent, failures } = load.progress;
    process.stdout.write(
      `${String(samples.length).padStart(2)}: heap ${memory.heapMb.toFixed(1)} MB, RSS ${memory.rssMb.toFixed(1)} MB, ` +
        `${sent} requests, ${failures.length} failed ${failures.at(-1) ?? ''}\n`,
    );
  }
  await load.stop();
  const { sent, failures } = load.progress;
  process.stdout.write(`\n${sent} requests in ${options.minutes} minutes, MB:\n\n`);
  printTable(
    [
      ['memory', 'first third', 'last third', 'growth', 'range', 'goal'],
      rowOf(
        'heap',
        samples.map(({ heapMb }) => heapMb),
      ),
      rowOf(
        'RSS',
        samples.map(({ rssMb }) => rssMb),
      ),
    ],
    1,
  );
  if (failures.length > 0) throw new Error(`${failures.length} requests failed`);
});
