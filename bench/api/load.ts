import autocannon from 'autocannon';
import { median, percentile } from '../figures.ts';

/** Throughput and latencies of a server under load; times in milliseconds. */
export interface Load {
  perSecond: number;
  p50: number;
  p99: number;
}

interface LoadOptions {
  cookie: string;
  connections: number;
  until: { seconds: number } | { requests: number };
}

/** Sends requests on concurrent connections as fast as responses arrive. Throws if one fails. */
export async function load(url: string, { cookie, connections, until }: LoadOptions): Promise<Load> {
  const times: number[] = [];
  const limit = 'seconds' in until ? { duration: until.seconds } : { amount: until.requests };
  const began = performance.now();
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon({ url, connections, headers: { cookie }, ...limit }, (error, done) => {
      if (error) reject(error);
      else resolve(done);
    });
    run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  });
  const seconds = (performance.now() - began) / 1000;
  const failed = result.non2xx + result.errors;
  if (failed > 0) throw new Error(`${failed} requests to ${url} failed`);
  return { perSecond: times.length / seconds, p50: median(times), p99: percentile(times, 0.99) };
}
