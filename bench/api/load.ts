import autocannon from 'autocannon';
import { median, percentile } from '../figures.ts';
import { processorSeconds } from '../processor-time.ts';

/** A process of a server. */
export interface LoadedProcess {
  url: string;
  pid: number;
}

/** Throughput and latencies of a server under load; times in milliseconds. */
export interface Load {
  perSecond: number;
  p50: number;
  p99: number;
  /** Processor time of the server's processes for one request, in microseconds. */
  processorUs: number;
}

/** Milliseconds after which autocannon compares the time with the end of its load. By default, a load lasts at least a second. */
export const STOP_IN_TIME = { sampleInt: 50 };

interface LoadOptions {
  path: string;
  cookie: string;
  connections: number;
  until: { seconds: number } | { requests: number };
}

/** Sends requests as fast as responses arrive. Adds the time of each to `times`. Throws if one fails. */
async function send(options: autocannon.Options, times: number[]): Promise<void> {
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(options, (error, done) => {
      if (error) reject(error);
      else resolve(done);
    });
    run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  });
  const failed = result.non2xx + result.errors;
  if (failed > 0) throw new Error(`${failed} requests to ${options.url} failed`);
}

/** Loads a server on concurrent connections, which are spread over its processes. Throws if a request fails. */
export async function load(
  processes: readonly LoadedProcess[],
  { path, cookie, connections, until }: LoadOptions,
): Promise<Load> {
  const times: number[] = [];
  const share = (amount: number) => Math.ceil(amount / processes.length);
  const limit = 'seconds' in until ? { duration: until.seconds } : { amount: share(until.requests) };
  const processorTime = () => processes.reduce((sum, { pid }) => sum + processorSeconds(pid), 0);
  const [began, before] = [performance.now(), processorTime()];
  const options = { connections: share(connections), headers: { cookie }, ...limit, ...STOP_IN_TIME };
  await Promise.all(processes.map(({ url }) => send({ url: url + path, ...options }, times)));
  const seconds = (performance.now() - began) / 1000;
  return {
    perSecond: times.length / seconds,
    p50: median(times),
    p99: percentile(times, 0.99),
    processorUs: ((processorTime() - before) / times.length) * 1e6,
  };
}
