import * as fc from 'fast-check';
import { apiDocument, type Route } from '../support/contract/document.ts';
import { callsOfDocument, type Call } from './calls.ts';
import type { FuzzServer } from './fuzz-server.ts';
import { resolveCall } from './resolve.ts';
import { Scenario } from './scenario.ts';

const CALLS_OF_A_SCENARIO = 40;
const RUNS_OF_A_REPETITION = 1;
const MOST_REPETITIONS = 40;
/** The weight of a call against null. Shrinking replaces unneeded calls by null. */
const ALMOST_ALWAYS = 1_000_000;

interface FuzzOptions {
  /** The approximate number of requests. */
  requests: number;
  seed: number;
  /** Receives the number of sent requests after each run. */
  onProgress?: (sent: number) => void;
}

export interface FuzzReport {
  seed: number;
  requests: number;
  /** The count of each status, by operation id. */
  statuses: Map<string, Map<number, number>>;
  /** The operations without a success. */
  missed: string[];
  /** The reason of the failure, and the shortest failing sequence of calls as curl commands. */
  failure: string | null;
}

/** A failure of a run. The message ends with the calls of the run. */
class FuzzFailure extends Error {}

const nameOf = ({ operation, method, path }: Route) => operation.operationId ?? `${method} ${path}`;

interface CurlRequest {
  method: string;
  url: string;
  cookie: string | null;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
}

const LONGEST_BODY = 3000;

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Formats a request as a curl command with the sender as a comment. A long body is truncated. */
function toCurl({ method, url, cookie, headers, body }: CurlRequest, sender: string): string {
  const given = { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers };
  const parts = [
    `curl -X ${method} ${quoted(url)}`,
    ...(cookie ? [`-H ${quoted(`cookie: ${cookie}`)}`] : []),
    ...Object.entries(given).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body.slice(0, LONGEST_BODY))}`]),
  ];
  const cut =
    body !== undefined && body.length > LONGEST_BODY ? `, the body has ${body.length} characters` : '';
  return `${parts.join(' ')} # ${sender}${cut}`;
}

/** SQL that empties every table. For a few rows, DELETE is faster than TRUNCATE. The replica role disables foreign keys. */
function deletionOf({ dataSource }: FuzzServer): string {
  const deletions = dataSource.entityMetadatas.map(({ tablePath }) => `DELETE FROM ${tablePath}`);
  return ['SET LOCAL session_replication_role = replica', ...deletions].join(';');
}

/** Sends calls in sequence and counts the answers. */
class Fuzzer {
  readonly statuses = new Map<string, Map<number, number>>();
  sent = 0;

  constructor(
    private readonly server: FuzzServer,
    private readonly deletion: string,
  ) {}

  /** Sends calls in a new scenario. Throws FuzzFailure for an invalid answer. */
  async play(calls: readonly (Call | null)[]): Promise<void> {
    const scenario = await Scenario.create(this.server);
    const lines: string[] = [];
    try {
      for (const call of calls) if (call) await this.send(scenario, call, lines);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new FuzzFailure([reason, ...lines].join('\n'));
    }
    // Delete all rows, including rate limits, before the next run.
    await this.server.dataSource.query(this.deletion);
  }

  hasSucceeded(route: Route): boolean {
    const counts = this.statuses.get(nameOf(route));
    return counts !== undefined && [...counts.keys()].some((status) => status < 300);
  }

  private async send(scenario: Scenario, call: Call, lines: string[]): Promise<void> {
    const { identity, target, headers, body } = resolveCall(scenario, call);
    const client = scenario.client(identity).proved;
    const { method } = call.route;
    await scenario.prepare(identity, target);
    lines.push(
      toCurl({ method, url: this.server.url + target, cookie: client.cookie, headers, body }, identity),
    );
    const answer = await client.send(method, target, body, headers);
    this.sent += 1;
    this.count(nameOf(call.route), answer.status);
    if (answer.status >= 500) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    if (answer.status < 300) await scenario.recordAnswer(identity, target, answer.body);
  }

  private count(name: string, status: number): void {
    const counts = this.statuses.get(name) ?? new Map<number, number>();
    counts.set(status, (counts.get(status) ?? 0) + 1);
    this.statuses.set(name, counts);
  }
}

/**
 * Sends generated requests. Stops early if an answer is a 5xx or violates the OpenAPI document or the contract.
 * The same seed sends the same requests.
 */
export async function fuzz(
  server: FuzzServer,
  { requests, seed, onProgress }: FuzzOptions,
): Promise<FuzzReport> {
  const fuzzer = new Fuzzer(server, deletionOf(server));
  const document = await apiDocument();
  const every = callsOfDocument(document);
  const run = (calls: fc.Arbitrary<Call>, runs: number, runSeed: number) => {
    const call = fc.option(calls, { freq: ALMOST_ALWAYS });
    const scenario = fc.array(call, { minLength: CALLS_OF_A_SCENARIO, maxLength: CALLS_OF_A_SCENARIO });
    const property = fc.asyncProperty(scenario, async (given) => {
      await fuzzer.play(given);
      onProgress?.(fuzzer.sent);
    });
    return fc.check(property, { numRuns: runs, seed: runSeed });
  };
  let { failed, errorInstance } = await run(every, Math.ceil(requests / CALLS_OF_A_SCENARIO), seed);
  // A call with many conditions rarely succeeds by chance, so more calls of the missed operations follow, with others between them.
  for (let repetition = 1; !failed && repetition <= MOST_REPETITIONS; repetition += 1) {
    const routes = document.routes.filter((route) => !fuzzer.hasSucceeded(route));
    if (routes.length === 0) break;
    const calls = fc.oneof(every, callsOfDocument(document, routes));
    ({ failed, errorInstance } = await run(calls, RUNS_OF_A_REPETITION, seed + repetition));
  }
  return {
    missed: document.routes.filter((route) => !fuzzer.hasSucceeded(route)).map(nameOf),
    seed,
    requests: fuzzer.sent,
    statuses: fuzzer.statuses,
    failure: failed ? (errorInstance instanceof Error ? errorInstance.message : String(errorInstance)) : null,
  };
}
