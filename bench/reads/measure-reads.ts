import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { paths } from '@dps/contract';
import type { Product } from '@dps/local-stack';
import type { ManagedProcess } from '@dps/local-stack/process/managed-process';
import { startApi, startProgram } from '../server.ts';
import type { Teardown } from '@dps/local-stack/process/teardown';
import { readBackends, waitOf } from './processor-wait.ts';
import type { ReadOrder } from './steady-reader.ts';

const SETTLE_MS = 500;
const FOLDER = import.meta.dirname;

/** Time between two reads, in milliseconds. */
export const READ_EVERY_MS = 10;

/** Figures of the API's process since the previous message, except the peak memory. */
export interface ProcessFigures {
  /** Maximum resident set size since the start, in MB. */
  peakMemoryMb: number;
  /** Longest delay of the event loop, in milliseconds. */
  longestDelayMs: number;
  delayP99Ms: number;
  /** Share of the time in which the event loop was busy, from 0 to 1. */
  busy: number;
  /** Processor time of all threads, in milliseconds. */
  cpuMs: number;
}

/** Starts the API with the settings of production. Its process reports its memory and the delays of its event loop. */
export const startMeasuredApi = (teardown: Teardown): Promise<Product> =>
  startApi(teardown, { flags: ['--import', join(FOLDER, 'loop-delay.mjs')] });

interface Reads {
  latencies: number[];
  failures: number;
}

/** Results of a task and of the reads during the task; latencies in milliseconds. */
export interface Measured<T> {
  result: T;
  latencies: number[];
  figures: ProcessFigures;
  /** Mean time for which PostgreSQL's processes of the reads wait for a processor, in milliseconds. */
  databaseWaitMs: number;
}

/** Reads the open jobs at a fixed rate, from a separate process. */
export class MeasuredReads {
  private readonly product: Product;
  private readonly reader: ManagedProcess;
  private readonly order: ReadOrder;

  private constructor(product: Product, reader: ManagedProcess, cookie: string) {
    this.product = product;
    this.reader = reader;
    this.order = { url: `${product.url}${paths.availableJobs()}?limit=20`, cookie, everyMs: READ_EVERY_MS };
  }

  /** @param cookie the session of a pilot */
  static async start(product: Product, cookie: string, teardown: Teardown): Promise<MeasuredReads> {
    const reader = await startProgram(join(FOLDER, 'steady-reader.ts'), {}, teardown);
    return new MeasuredReads(product, reader, cookie);
  }

  /** Reads until a task completes. Throws if a read failed. */
  async during<T>(task: () => Promise<T>): Promise<Measured<T>> {
    await delay(SETTLE_MS);
    const backends = await readBackends(this.product.databaseUrl);
    const before = waitOf(backends);
    await this.product.api.request('figures');
    this.reader.send(this.order);
    const result = await task();
    const { latencies, failures } = await this.reader.request<Reads>('stop');
    if (failures > 0) throw new Error(`${failures} reads failed`);
    const after = waitOf(backends);
    const databaseWaitMs = (after.ms - before.ms) / (after.times - before.times);
    const figures = await this.product.api.request<ProcessFigures>('figures');
    return { result, latencies, figures, databaseWaitMs };
  }
}
