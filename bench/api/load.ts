import autocannon from 'autocannon';

/** What a server did under load; times in milliseconds. */
export interface Load {
  perSecond: number;
  p50: number;
  p99: number;
}

interface LoadOptions {
  cookie: string;
  connections: number;
  /** So long, or so many requests. */
  until: { seconds: number } | { requests: number };
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** Asks as fast as answers come, on some connections at once. Throws for any answer but a success. */
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
  const sorted = times.toSorted((a, b) => a - b);
  return { perSecond: times.length / seconds, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
}
