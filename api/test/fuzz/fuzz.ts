import * as fc from 'fast-check';
import { pathOf, requestOf } from '../access-matrix/call.ts';
import type { World } from '../access-matrix/world.ts';
import { apiDocument } from '../support/contract/document.ts';
import { signatureOf } from '../support/payments.ts';
import { callsOf, type Call } from './calls.ts';
import { toJson } from './values.ts';

const CALLS_OF_A_RUN = 20;
/** The weight of a call against null. Shrinking replaces unneeded calls by null. */
const ALMOST_ALWAYS = 1_000_000;
const LONGEST_BODY = 3000;

export interface FuzzReport {
  /** The number of responses of each status. */
  statuses: Map<number, number>;
  /** The reason of the failure, and the shortest failing sequence of calls as curl commands. */
  failure: string | null;
}

/** A failure of a run. The message ends with the calls of the run. */
class FuzzFailure extends Error {}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

interface CurlRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | Buffer | undefined;
}

/** Formats a request as a curl command with the sender as a comment. A long body is truncated. */
function toCurl({ method, url, headers, body }: CurlRequest, sender: string): string {
  const text = body?.toString() ?? '';
  const cut = text.length > LONGEST_BODY ? `, the body has ${text.length} characters` : '';
  const given = { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers };
  return [
    `curl -X ${method} ${quoted(url)}`,
    ...Object.entries(given).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quoted(text.slice(0, LONGEST_BODY))}`]),
    `# ${sender}${cut}`,
  ].join(' ');
}

/** The text of a body. Bytes of a file stay bytes. */
function bodyOf(valid: unknown, change: Call['changeBody']): string | Buffer | undefined {
  // A signed event is a text already.
  const body = change(typeof valid === 'string' ? JSON.parse(valid) : valid);
  if (body === undefined || Buffer.isBuffer(body)) return body;
  return toJson(body);
}

function targetOf({ recipe, segment, query }: Call, parameters: Parameters<typeof pathOf>[1]): string {
  const [last] = [...recipe.url.matchAll(/:(\w+)/g)].map(([, name = '']) => name).toReversed();
  const replaced = segment !== undefined && last !== undefined && { [last]: segment };
  const path = pathOf(recipe, { ...parameters, ...replaced });
  const pairs = query.map(([name, value]) => {
    const text = String(value).toWellFormed().slice(0, 1000);
    return `${encodeURIComponent(name)}=${encodeURIComponent(text)}`;
  });
  return pairs.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${pairs.join('&')}`;
}

/** Sends a call and adds it to the lines. Returns the status. Throws for an invalid response or a 5xx. */
async function send(world: World, call: Call, lines: string[]): Promise<number> {
  const { recipe, cell } = call;
  const { client, parameters, body: valid, headers: own } = await requestOf(world, recipe, cell);
  const body = bodyOf(valid, call.changeBody);
  const signature = own?.['stripe-signature'] && {
    'stripe-signature': signatureOf(body?.toString() ?? '', Math.floor(Date.now() / 1000)),
  };
  const headers = { ...own, ...call.headers, ...signature };
  const target = targetOf(call, parameters);
  const { method } = recipe;
  const cookie = client.cookie === null ? {} : { cookie: client.cookie };
  const url = world.server.url + target;
  lines.push(toCurl({ method, url, headers: { ...cookie, ...headers }, body }, cell.identity));
  const { status, body: received } = await client.send(method, target, body, headers);
  if (status >= 500) throw new Error(`${status} ${JSON.stringify(received)}`);
  return status;
}

/**
 * Sends about this many generated requests. Stops early if a response is a 5xx or violates the OpenAPI document or the contract.
 * The same seed sends the same requests.
 */
export async function fuzz(world: World, requests: number, seed: number): Promise<FuzzReport> {
  const statuses = new Map<number, number>();
  const call = fc.option(callsOf(await apiDocument()), { freq: ALMOST_ALWAYS });
  const calls = fc.array(call, { minLength: CALLS_OF_A_RUN, maxLength: CALLS_OF_A_RUN });
  const property = fc.asyncProperty(calls, async (given) => {
    const lines: string[] = [];
    try {
      for (const each of given) {
        if (!each) continue;
        const status = await send(world, each, lines);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    } catch (error) {
      throw new FuzzFailure([error instanceof Error ? error.message : String(error), ...lines].join('\n'));
    } finally {
      await world.rows.restore();
    }
  });
  const numRuns = Math.ceil(requests / CALLS_OF_A_RUN);
  const { failed, errorInstance } = await fc.check(property, { numRuns, seed });
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return { statuses, failure: failed ? reason : null };
}
