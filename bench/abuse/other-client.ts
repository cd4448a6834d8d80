import { setTimeout as delay } from 'node:timers/promises';
import { paths } from '@dps/contract';
import { median, percentile } from '../figures.ts';
import type { Product } from './attack.ts';
import { Client } from './client.ts';

const EVERY_MS = 20;
const ANSWER_WITHIN_MS = 5_000;
/** The limit of a smallest run, which shares the processors with other measurements. */
const ANSWER_WITHIN_SMALLEST_MS = 60_000;

/** Figures of the calls of another client. */
export interface Calls {
  count: number;
  unanswered: number;
  /** Median, in milliseconds. */
  p50: number;
  /** 95th percentile, in milliseconds. */
  p95: number;
}

/** Returns the figures of calls, of which an unanswered one took Infinity. */
export function figuresOf(times: readonly number[]): Calls {
  return {
    count: times.length,
    unanswered: times.filter((time) => time === Infinity).length,
    p50: median(times),
    p95: percentile(times, 0.95),
  };
}

/** Reads the open jobs as another client at a steady rate, each time on a new connection. */
export async function measureCalls(product: Product): Promise<Calls> {
  const client = new Client(product.url, product.other);
  const timeout = product.sizes.smallest ? ANSWER_WITHIN_SMALLEST_MS : ANSWER_WITHIN_MS;
  const read = async () => {
    const path = `${paths.availableJobs()}?limit=20`;
    const { status, milliseconds } = await client.send('GET', path, undefined, { timeout });
    return status === 200 ? milliseconds : Infinity;
  };
  const calls: Promise<number>[] = [];
  const end = performance.now() + product.sizes.milliseconds;
  while (performance.now() < end) {
    calls.push(read());
    await delay(EVERY_MS);
  }
  return figuresOf(await Promise.all(calls));
}
