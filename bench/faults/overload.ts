import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import { paths } from '@dps/contract';
import type { Account } from '../accounts.ts';
import { STOP_IN_TIME } from '../api/load.ts';
import type { ManagedProcess } from '@dps/local-stack/process/managed-process';

const SAMPLE_MS = 100;
const PEAK_CONNECTIONS = 16;
const OVERLOAD_CONNECTIONS = 400;
const TIMES = 5;

/** Figures of an overload. */
export interface Overload {
  /** Successful answers a second at the best load, and at five times that rate. */
  peak: number;
  goodput: number;
  /** Largest resident memory of the API in megabytes. */
  megabytes: number;
  /** Health checks that were answered within a second, and all health checks. */
  healthy: number;
  checks: number;
}

/** Returns the resident memory of a process in megabytes. */
function residentMegabytes(pid: number): number {
  const [, pages = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
  return (Number(pages) * 4096) / 1e6;
}

/** Sends five times as many reads as the API can serve at its best load. Throws if the API serves none. */
export async function overload(
  url: string,
  { cookie }: Account,
  api: ManagedProcess,
  seconds: number,
): Promise<Overload> {
  const target = {
    url: `${url}${paths.availableJobs()}?limit=20`,
    headers: { cookie },
    duration: seconds,
    ...STOP_IN_TIME,
  };
  const best = await autocannon({ ...target, connections: PEAK_CONNECTIONS });
  if (best['2xx'] === 0) throw new Error('The API answered no read before the overload');
  const peak = best['2xx'] / best.duration;
  let megabytes = 0;
  let healthy = 0;
  let checks = 0;
  const stopping = new AbortController();
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      checks += 1;
      const answer = await fetch(url + paths.live(), { signal: AbortSignal.timeout(1_000) }).catch(
        () => null,
      );
      await answer?.body?.cancel();
      if (answer?.ok) healthy += 1;
      megabytes = Math.max(megabytes, residentMegabytes(api.pid));
      await delay(SAMPLE_MS);
    }
  })();
  const flood = await autocannon({
    ...target,
    connections: OVERLOAD_CONNECTIONS,
    overallRate: Math.round(peak * TIMES),
  });
  stopping.abort();
  await watching;
  return { peak, goodput: flood['2xx'] / flood.duration, megabytes, healthy, checks };
}
