import { expectError, type ApiResponse } from './client.ts';
import type { TestServer } from './server.ts';

let addresses = 0;

/** Returns an unused IP address. */
export function newAddress(): string {
  addresses += 1;
  return `198.51.${100 + (addresses >> 8)}.${addresses & 255}`;
}

/** Sets the hits of a counter, for `lasts` as an interval of PostgreSQL. */
export async function fill(
  { dataSource }: TestServer,
  key: string,
  hits: number,
  lasts = '10 minutes',
): Promise<void> {
  await dataSource.query(
    `INSERT INTO rate_limits (key, hits, resets_at) VALUES ($1, $2, now() + $3::interval)
     ON CONFLICT (key) DO UPDATE SET hits = excluded.hits, resets_at = excluded.resets_at`,
    [key, hits, lasts],
  );
}

/** Returns the hits of a counter; 0 without one. */
export async function hitsOf({ dataSource }: TestServer, key: string): Promise<number> {
  const [row] = await dataSource.query<{ hits: number }[]>('SELECT hits FROM rate_limits WHERE key = $1', [
    key,
  ]);
  return row?.hits ?? 0;
}

/** Expects a 429. Returns the seconds of its Retry-After. */
export function expectLimited(response: ApiResponse): number {
  expectError(response, 429, 'rate_limited');
  const retryAfter = response.headers.get('retry-after') ?? '';
  expect(retryAfter).toMatch(/^[1-9]\d*$/);
  return Number(retryAfter);
}
