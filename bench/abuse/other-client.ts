import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { paths } from '@dps/shared-contracts';
import { median } from '../figures.ts';
import type { Product } from './attack.ts';

const EVERY_MS = 20;
const ANSWER_WITHIN_MS = 5_000;

/** Figures of the calls of another client. */
export interface Calls {
  count: number;
  unanswered: number;
  /** Median, in milliseconds. */
  p50: number;
}

/** Sends one read. Returns its duration in milliseconds; Infinity without a response of status 200. */
function read({ url, other }: Product): Promise<number> {
  const started = performance.now();
  return new Promise((resolve) => {
    const call = request(
      `${url}${paths.availableJobs()}?limit=20`,
      { agent: false, headers: { cookie: other.cookie }, timeout: ANSWER_WITHIN_MS },
      (response) => {
        response.resume();
        response.once('end', () =>
          resolve(response.statusCode === 200 ? performance.now() - started : Infinity),
        );
      },
    );
    call.once('timeout', () => call.destroy());
    call.once('error', () => resolve(Infinity));
    call.end();
  });
}

/** Reads the open jobs as another client at a steady rate, each time on a new connection. */
export async function measureCalls(product: Product, milliseconds: number): Promise<Calls> {
  const calls: Promise<number>[] = [];
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    calls.push(read(product));
    await delay(EVERY_MS);
  }
  const times = await Promise.all(calls);
  return {
    count: times.length,
    unanswered: times.filter((time) => time === Infinity).length,
    p50: median(times),
  };
}
