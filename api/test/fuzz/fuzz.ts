import * as fc from 'fast-check';
import { apiDocument, type Route } from '../support/contract/document.ts';
import { callsOfDocument, type Call } from './calls.ts';
import { toCurl } from './curl.ts';
import type { FuzzServer } from './fuzz-server.ts';
import { resolveCall } from './resolve.ts';
import { Scenario } from './scenario.ts';

const CALLS_OF_A_SCENARIO = 40;
/** How much likelier a call is than none: a call that is not needed is shrunk to none. */
const ALMOST_ALWAYS = 1_000_000;

interface FuzzOptions {
  /** About how many to send. */
  requests: number;
  seed: number;
  /** Is told how many have been sent, now and then. */
  onProgress?: (sent: number) => void;
}

export interface FuzzReport {
  seed: number;
  requests: number;
  /** How often each operation answered each status, by its id. */
  statuses: Map<string, Map<number, number>>;
  /** The shortest run of calls that still fails, as lines for a shell, and what is wrong with the last answer. */
  failure: string | null;
}

/** An answer that must not be; the message ends with the calls that led to it. */
class FuzzFailure extends Error {}

const nameOf = ({ operation, method, path }: Route) => operation.operationId ?? `${method} ${path}`;

/** Empties every table: faster than TRUNCATE for a few rows, and in any order with the foreign keys looking away. */
function deletionOf({ dataSource }: FuzzServer): string {
  const deletions = dataSource.entityMetadatas.map(({ tablePath }) => `DELETE FROM ${tablePath}`);
  return ['SET LOCAL session_replication_role = replica', ...deletions].join(';');
}

/** Sends calls one after the other and counts the answers. */
class Fuzzer {
  readonly statuses = new Map<string, Map<number, number>>();
  sent = 0;

  constructor(
    private readonly server: FuzzServer,
    private readonly forget: string,
  ) {}

  /** Plays calls in a scenario of their own. Throws FuzzFailure for an answer that must not be. */
  async play(calls: readonly (Call | null)[]): Promise<void> {
    const scenario = await Scenario.create(this.server);
    const lines: string[] = [];
    try {
      for (const call of calls) if (call) await this.send(scenario, call, lines);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new FuzzFailure([reason, ...lines].join('\n'));
    }
    // Nothing that a run leaves behind, rate limits among it, is there for the next one.
    await this.server.dataSource.query(this.forget);
  }

  private async send(scenario: Scenario, call: Call, lines: string[]): Promise<void> {
    const { identity, target, headers, body } = resolveCall(scenario, call);
    const client = scenario.client(identity);
    const { method } = call.route;
    lines.push(
      toCurl({ method, url: this.server.url + target, cookie: client.cookie, headers, body }, identity),
    );
    const answer = await client.send(method, target, body, headers);
    this.sent += 1;
    this.count(nameOf(call.route), answer.status);
    if (answer.status >= 500) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    if (answer.status < 300) await scenario.learn(identity, target, answer.body);
  }

  private count(name: string, status: number): void {
    const counts = this.statuses.get(name) ?? new Map<number, number>();
    counts.set(status, (counts.get(status) ?? 0) + 1);
    this.statuses.set(name, counts);
  }
}

/**
 * Sends generated requests until there were enough or one is answered as it must not be: with a 5xx, or other than the
 * OpenAPI document and the contract say. The same seed sends the same requests.
 */
export async function fuzz(
  server: FuzzServer,
  { requests, seed, onProgress }: FuzzOptions,
): Promise<FuzzReport> {
  const fuzzer = new Fuzzer(server, deletionOf(server));
  const call = fc.option(callsOfDocument(await apiDocument()), { freq: ALMOST_ALWAYS });
  const scenario = fc.array(call, { minLength: CALLS_OF_A_SCENARIO, maxLength: CALLS_OF_A_SCENARIO });
  const property = fc.asyncProperty(scenario, async (calls) => {
    await fuzzer.play(calls);
    onProgress?.(fuzzer.sent);
  });
  const numRuns = Math.ceil(requests / CALLS_OF_A_SCENARIO);
  const { failed, errorInstance } = await fc.check(property, { numRuns, seed });
  return {
    seed,
    requests: fuzzer.sent,
    statuses: fuzzer.statuses,
    failure: failed ? (errorInstance instanceof Error ? errorInstance.message : String(errorInstance)) : null,
  };
}
