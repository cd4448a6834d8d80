import { setTimeout as delay } from 'node:timers/promises';
import { paths } from '@dps/contract';
import type { Client } from 'pg';
import { signUp, withClient, type Account } from '../run/accounts.ts';
import type { FaultyProduct } from './product.ts';

const PAUSE_MS = 20;
/** Long enough that the tables grow during a fault. */
const LONG_TEXT = 'x'.repeat(4_000);

/** Result of the comparison of a ledger with the database. */
export interface Comparison {
  /** Writes with a successful response, and those without a response. */
  acknowledged: number;
  unknown: number;
  /** Acknowledged writes that are not stored. */
  lost: number;
  /** Writes that are stored more than once, payments that were charged more than once included. */
  doubled: number;
  /** Writes that were refused with 4xx and are stored all the same. */
  refused: number;
  /** Charged jobs that are not paid in time. */
  unpaid: number;
}

/**
 * Writes through the browser's link in several lanes and records each response: job posts with unique titles, and card payments
 * of finished jobs.
 */
export class Ledger {
  private readonly acknowledged = new Map<string, number>();
  private readonly unknown = new Set<string>();
  private readonly refused = new Set<string>();
  private readonly charged = new Set<number>();
  private readonly stopping = new AbortController();
  private readonly product: FaultyProduct;
  private readonly client: Account;
  private readonly due: { id: number }[];
  private readonly lanes: Promise<void>[];
  private posts = 0;

  private constructor(product: FaultyProduct, client: Account, due: { id: number }[], lanes: number) {
    this.product = product;
    this.client = client;
    this.due = due;
    this.lanes = Array.from({ length: lanes }, (_, lane) =>
      this.write(lane === 0 ? () => this.pay() : () => this.post()),
    );
  }

  /** Starts to write. */
  static async open(product: FaultyProduct, lanes: number): Promise<Ledger> {
    const [client, pilot] = [await signUp(product.url, 'client'), await signUp(product.url, 'pilot')];
    const { rows } = await withClient(product.databaseUrl, (database) =>
      database.query<{ id: number }>(
        `INSERT INTO jobs (title, description, survey_type, location, budget, status, progress, client_id, pilot_id,
           deadline, deadline_has_time)
         SELECT 'due ' || n, 'x', 'Mapping', 'x', 1000, 'completed', 100, $1, $2, '2099-01-01', false
         FROM generate_series(1, 400) n RETURNING id`,
        [client.id, pilot.id],
      ),
    );
    return new Ledger(product, client, rows, lanes);
  }

  get writes(): number {
    return this.acknowledged.size;
  }

  /** Stops to write, and compares all responses with the database and the provider. */
  async compare(settledWithinMs: number): Promise<Comparison> {
    this.stopping.abort();
    await Promise.all(this.lanes);
    return withClient(this.product.databaseUrl, async (database) => {
      const stored = new Map<string, number[]>();
      const { rows } = await database.query<{ id: number; title: string }>(
        `SELECT id, title FROM jobs WHERE client_id = $1`,
        [this.client.id],
      );
      for (const { id, title } of rows) stored.set(title, [...(stored.get(title) ?? []), id]);
      const lost = [...this.acknowledged].filter(([title, id]) => !stored.get(title)?.includes(id));
      const doubled = [...stored.values()].filter((ids) => ids.length > 1);
      return {
        acknowledged: this.acknowledged.size + this.charged.size,
        unknown: this.unknown.size,
        lost: lost.length,
        doubled: doubled.length + this.doubleCharges(),
        refused: [...this.refused].filter((title) => stored.has(title)).length,
        unpaid: await this.unpaid(database, settledWithinMs),
      };
    });
  }

  private async write(step: () => Promise<void>): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await step().catch(() => undefined);
      await delay(PAUSE_MS);
    }
  }

  private send(path: string, body: object): Promise<Response> {
    return fetch(this.product.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: this.client.cookie },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    });
  }

  private async post(): Promise<void> {
    this.posts += 1;
    const title = `job ${this.posts}`;
    this.unknown.add(title);
    const terms = { surveyType: 'Mapping', location: 'x', budget: 10, deadline: '2099-01-01' };
    const response = await this.send(paths.jobs(), { title, description: LONG_TEXT, ...terms });
    if (response.status === 201) {
      const view: unknown = await response.json();
      this.acknowledged.set(title, Number(Reflect.get(Object(view), 'id')));
    } else await response.body?.cancel();
    if (response.status >= 400 && response.status < 500) this.refused.add(title);
    if (response.status < 500) this.unknown.delete(title);
  }

  /** Pays the next finished job as a browser does: creates the payment, confirms the card at the provider, reports it. */
  private async pay(): Promise<void> {
    const job = this.due.shift();
    if (!job) return;
    const created = await this.send(paths.createPayment(job.id), {});
    const secret = String(Reflect.get(Object(await created.json()), 'clientSecret'));
    if (!created.ok) return;
    const [intent = ''] = secret.split('_secret_');
    const { url, keys } = this.product.sandbox;
    const confirmed = await fetch(`${url}/v1/payment_intents/${intent}/confirm`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.secretKey}` },
      body: new URLSearchParams({ payment_method: 'pm_card_visa' }),
    });
    await confirmed.body?.cancel();
    if (!confirmed.ok) return;
    this.charged.add(job.id);
    const reported = await this.send(paths.confirmPayment(job.id), { paymentIntentId: intent });
    await reported.body?.cancel();
  }

  /** Returns the number of jobs that were charged more than once. */
  private doubleCharges(): number {
    const jobs = this.product.sandbox.events().flatMap(({ event: { type, data } }) => {
      const isCharge = type === 'payment_intent.succeeded' && data.object.object === 'payment_intent';
      return isCharge ? [data.object.metadata?.['jobId']] : [];
    });
    return jobs.length - new Set(jobs).size;
  }

  /** Waits until the webhook or the sweep has settled all charged jobs. Returns the number of unpaid ones. */
  private async unpaid(database: Client, withinMs: number): Promise<number> {
    const end = performance.now() + withinMs;
    for (;;) {
      const { rows } = await database.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM jobs WHERE id = ANY($1) AND (status <> 'paid' OR
           (SELECT count(*) FROM payments WHERE job_id = jobs.id AND status = 'completed') <> 1)`,
        [[...this.charged]],
      );
      const count = rows[0]?.count ?? 0;
      if (count === 0 || performance.now() > end) return count;
      await delay(500);
    }
  }
}
