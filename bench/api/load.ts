import { deepStrictEqual } from 'node:assert/strict';
import autocannon from 'autocannon';
import { processorSeconds } from '../run/product.ts';

/** A process of a server. */
export interface Server {
  url: string;
  pid: number;
}

/** A read of two servers that use the same database. */
export interface Pair {
  path: string;
  cookie: string;
  product: Server;
  baseline: Server;
}

export interface Load {
  perSecond: number;
  /** Processor time of the server for one request, in microseconds. */
  processorUs: number;
}

/** Sends requests as fast as responses arrive. Throws if one fails. */
export async function load(
  { url, pid }: Server,
  { path, cookie }: Pair,
  limit: { connections: number } & ({ duration: number } | { amount: number }),
): Promise<Load> {
  const [began, before] = [performance.now(), processorSeconds(pid)];
  // By default, a load lasts at least a second.
  const result = await autocannon({ url: url + path, headers: { cookie }, sampleInt: 50, ...limit });
  const seconds = (performance.now() - began) / 1000;
  const failed = result.non2xx + result.errors;
  if (failed > 0) throw new Error(`${failed} requests to ${url}${path} failed`);
  const requests = result['2xx'];
  return { perSecond: requests / seconds, processorUs: ((processorSeconds(pid) - before) / requests) * 1e6 };
}

/** Throws unless both servers return equal bodies: only then do they do the same work. */
export async function requireSameResponses({ path, cookie, product, baseline }: Pair): Promise<void> {
  const read = async ({ url }: Server): Promise<unknown> => {
    const response = await fetch(url + path, { headers: { cookie } });
    if (!response.ok) throw new Error(`${url}${path} returned ${response.status}`);
    return response.json();
  };
  const message = `The product and the baseline return different bodies for ${path}`;
  deepStrictEqual(await read(product), await read(baseline), message);
}
