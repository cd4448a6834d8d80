import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { paths } from '@dps/contract';

const RESPONSE_TIMEOUT_MS = 60_000;
let addresses = 0;

/** Returns an unused address of this machine: a network of its own for the limits of the product. */
export const newAddress = (): string => `127.0.1.${(addresses += 1)}`;

/** A request on a new connection. */
export interface Call {
  /** Origin of the product. */
  url: string;
  path: string;
  cookie?: string;
  /** Sent as JSON with `POST`. Absent for a `GET`. */
  body?: object;
  /** Local address of the client. */
  address?: string;
}

/** Sends a request and reads the response. Resolves with the status, or with 0 without a response. */
export function send({ url, path, cookie = '', body, address = '127.0.0.1' }: Call): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const { port, host } = new URL(url);
  const sent = request(
    {
      host: '127.0.0.1',
      port,
      path,
      method: body ? 'POST' : 'GET',
      agent: false,
      localAddress: address,
      headers: { host, cookie, ...(body && { 'content-type': 'application/json' }) },
    },
    (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0)).once('error', () => resolve(0));
    },
  );
  sent.setTimeout(RESPONSE_TIMEOUT_MS, () => sent.destroy());
  sent.once('error', () => resolve(0)).end(body && JSON.stringify(body));
  return promise;
}

/** Reads the open jobs. Resolves with the status. */
export const readJobs = (call: Pick<Call, 'url' | 'cookie' | 'address'>): Promise<number> =>
  send({ ...call, path: `${paths.availableJobs()}?limit=20` });

/**
 * Sends a call at a fixed rate, independent of the responses, until the task completes. A latency starts at the due time of its
 * call, so a late start counts too.
 *
 * @returns the latencies in milliseconds, Infinity for a call without success, and the result of the task
 */
export async function measureDuring<T>(
  call: () => Promise<number>,
  everyMs: number,
  task: () => Promise<T>,
): Promise<{ times: number[]; result: T }> {
  const calls: Promise<number>[] = [];
  const started = performance.now();
  const measure = async (due: number) => {
    const status = await call();
    return status >= 200 && status < 300 ? performance.now() - due : Infinity;
  };
  const timer = setInterval(() => {
    for (let due = started + calls.length * everyMs; due <= performance.now(); due += everyMs)
      calls.push(measure(due));
  }, 1);
  const result = await task().finally(() => clearInterval(timer));
  return { times: await Promise.all(calls), result };
}

/** Sends a call at a fixed rate for some time. Returns the latencies in milliseconds, Infinity for a call without success. */
export const measureFor = async (
  call: () => Promise<number>,
  everyMs: number,
  milliseconds: number,
): Promise<number[]> => (await measureDuring(call, everyMs, () => delay(milliseconds))).times;
