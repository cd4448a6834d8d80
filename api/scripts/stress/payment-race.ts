import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { PgBoss } from 'pg-boss';
import { Stripe } from 'stripe';
import type { Sandbox } from '@dps/payment-sandbox';
import { paths } from '@dps/contract';
import { QUEUE_SCHEMA } from '../../src/platform/background/queues.ts';
import { SANDBOX_KEYS } from '../../test/support/api-process.ts';
import { createAccount, fieldOf, type Account, type Origin, type Reply } from './account.ts';
import { compareShares, OPEN_SHARES, setUpPayouts, WRONG_LEDGERS, type WrongShares } from './pilot-shares.ts';

/** Sends an event with the sandbox's signature. Returns the response status. */
export async function sendSigned({ url }: Origin, event: object): Promise<number> {
  const payload = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: SANDBOX_KEYS.webhookSecret });
  const response = await fetch(url + paths.paymentWebhook(), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  });
  await response.body?.cancel();
  return response.status;
}

/** Records every transition of a job to `paid`. */
const COUNT_PAID = `
  CREATE TABLE paid_marks (job_id integer);
  CREATE FUNCTION mark_paid() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN INSERT INTO paid_marks VALUES (NEW.id); RETURN NULL; END $$;
  CREATE TRIGGER mark_paid AFTER UPDATE ON jobs FOR EACH ROW WHEN (NEW.status = 'paid') EXECUTE FUNCTION mark_paid()`;

/** Inserts a completed job. `$1` the client, `$2` the pilot. */
const POST = `
  INSERT INTO jobs (title, description, survey_type, location, budget, status, client_id, pilot_id, deadline, deadline_has_time)
  VALUES ('Roof inspection', 'Two flat roofs.', 'Mapping', 'Baltimore, MD', 145050, 'completed', $1, $2, now(), false)
  RETURNING id`;

const PAYMENT = 'SELECT id FROM payments WHERE transaction_id = $1';

/** Makes a payment older, so that it is due for the sweep. */
const MAKE_DUE = `UPDATE payments SET created_at = created_at - interval '1 hour' WHERE job_id = $1`;

/** Counts the jobs that are not paid by exactly one payment. */
const WRONG = `
  SELECT count(*)::int AS count FROM jobs WHERE NOT (status = 'paid' AND ARRAY(
    SELECT status FROM payments WHERE job_id = jobs.id) = ARRAY['completed'])`;

/** The sum of all entries of the ledger, in cents. */
const LEDGER_SUM = 'SELECT coalesce(sum(amount), 0)::int AS count FROM ledger_entries';

/** Counts the transitions to `paid`. */
const PAID = 'SELECT count(*)::int AS count FROM paid_marks';

async function countOf(database: Pool, query: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(query);
  return rows[0]?.count ?? 0;
}

/** Number of concurrent payments. */
const LANES = 8;
const EVENTS = 5;
/** The part of a payment that is refunded, in cents. */
const REFUNDED_CENTS = 5050;
/** Further jobs of a transfer, in addition to those of its payment. */
const REPEATED_TRANSFERS = 2;
/** Maximum time in which the sweep finds none of the remaining payments, in milliseconds. */
const SWEPT_WITHIN_MS = 60_000;
/** Maximum time without a transfer, in milliseconds. A transfer whose call has failed is repeated after a pause. */
const TRANSFERRED_WITHIN_MS = 120_000;
const POLL_MS = 100;

/** Results of the race. */
export interface PaymentCounters extends WrongShares {
  jobs: number;
  /** Card payments that the provider refused because the intent was already paid. */
  refusedCharges: number;
  /** Jobs whose two tabs received different payments. */
  doubleIntents: number;
  /** Jobs without exactly one successful charge at the provider. */
  wrongCharges: number;
  /** Number of transitions of jobs to `paid`. */
  paid: number;
  /** Jobs without exactly one completed payment. */
  wrongPayments: number;
  /** Jobs whose ledger does not have exactly the balances of their payment. */
  wrongLedgers: number;
  /** Sum of the complete ledger, in cents. */
  ledgerSum: number;
  /** Counts of the responses to confirmations and events, by kind and status. */
  outcomes: Record<string, number>;
  /** Time until the sweep had found the last payment, in seconds. */
  sweptInSeconds: number;
  /** Payments of which a part was refunded. */
  refunds: number;
  /** Time from the last sweep until the last transfer or reversal, in seconds. */
  transferredInSeconds: number;
  seconds: number;
}

interface Race {
  /** API processes on one database. */
  origins: readonly Origin[];
  database: Pool;
  sandbox: Pick<Sandbox, 'port' | 'url'>;
  jobs: number;
  onProgress?: (counters: PaymentCounters) => void;
}

/** Returns a client of the sandbox at this port. */
export function merchantAt(port: number): Stripe {
  return new Stripe(SANDBOX_KEYS.secretKey, { host: '127.0.0.1', port, protocol: 'http', telemetry: false });
}

/** Returns the elements in a random order. */
export function shuffled<T>(elements: readonly T[]): T[] {
  const rest = [...elements];
  return elements.flatMap(() => rest.splice(Math.floor(Math.random() * rest.length), 1));
}

const intentOf = (reply: Reply) => String(fieldOf(reply, 'clientSecret')).split('_secret_')[0] ?? '';

/** Settles payments in all ways at the same time, through all processes. */
class PaymentRace {
  readonly counters: PaymentCounters = {
    jobs: 0,
    refusedCharges: 0,
    doubleIntents: 0,
    wrongCharges: 0,
    paid: 0,
    wrongPayments: 0,
    wrongLedgers: 0,
    wrongTransfers: 0,
    wrongCents: 0,
    ledgerSum: 0,
    outcomes: {},
    sweptInSeconds: 0,
    refunds: 0,
    transferredInSeconds: 0,
    seconds: 0,
  };

  readonly merchant: Stripe;
  private readonly race: Race;
  private readonly owner: Account;
  private readonly pilot: Account;
  private readonly queues: PgBoss;

  constructor(race: Race, owner: Account, pilot: Account) {
    this.race = race;
    this.merchant = merchantAt(race.sandbox.port);
    const executeSql = (text: string, values?: unknown[]) => race.database.query(text, values);
    this.queues = new PgBoss({ db: { executeSql }, schema: QUEUE_SCHEMA, migrate: false });
    this.owner = owner;
    this.pilot = pilot;
  }

  /**
   * Pays one job. Every third job has confirmations and events, the next only events, and the next only the sweep. Of every fourth job
   * with events, a part is refunded at the same time.
   */
  async pay(index: number): Promise<void> {
    const { database, origins } = this.race;
    const { rows } = await database.query<{ id: number }>(POST, [this.owner.id, this.pilot.id]);
    const id = rows[0]?.id ?? 0;
    const tabs = origins.map((origin) => this.owner.post(origin, paths.createPayment(id)));
    const intents = new Set((await Promise.all(tabs)).map(intentOf));
    const [intent = ''] = intents;
    if (intents.size !== 1) this.counters.doubleIntents += 1;
    await database.query(MAKE_DUE, [id]);
    await this.sweep();
    await Promise.all([1, 2].map(() => this.charge(intent)));
    const transfers = Array.from(
      { length: REPEATED_TRANSFERS },
      (_, nth) => () => this.transfer(intent, nth),
    );
    const deliveries = shuffled([...this.deliveries(index, id, intent), ...transfers]);
    await Promise.all(deliveries.map((deliver) => deliver()));
    const { data } = await this.merchant.charges.list({ payment_intent: intent });
    if (data.filter(({ status }) => status === 'succeeded').length !== 1) this.counters.wrongCharges += 1;
    this.counters.jobs += 1;
  }

  /** Requests a sweep, unless one waits. */
  async sweep(): Promise<void> {
    await this.queues.send('payment-sweep');
  }

  /** Sends a further job about the transfer of a payment. Its own key permits it while another one waits or runs. */
  private async transfer(intent: string, nth: number): Promise<void> {
    const { rows } = await this.race.database.query<{ id: number }>(PAYMENT, [intent]);
    const [{ id } = { id: 0 }] = rows;
    await this.queues.send('pilot-transfer', { id }, { singletonKey: `${id}:${nth}` });
  }

  private async charge(intent: string): Promise<void> {
    const card = { payment_method: 'pm_card_visa' };
    await this.merchant.paymentIntents.confirm(intent, card).catch(() => (this.counters.refusedCharges += 1));
  }

  private async refund(jobId: number, intent: string): Promise<void> {
    await this.merchant.refunds.create({ payment_intent: intent, amount: REFUNDED_CENTS });
    this.counters.refunds += 1;
    const object = { payment_intent: intent };
    await Promise.all(this.events('charge.refunded', jobId, object).map((deliver) => deliver()));
  }

  /** Returns the deliveries of a payment: none, several events with repeated ids, or confirmations as well. */
  private deliveries(index: number, jobId: number, intent: string): (() => Promise<void>)[] {
    if (index % 3 === 2) return [];
    const events = this.events('payment_intent.succeeded', jobId, { id: intent });
    if (index % 4 === 0) events.push(() => this.refund(jobId, intent));
    if (index % 3 === 1) return events;
    const body = { paymentIntentId: intent };
    const confirmations = this.race.origins.map((origin) => async () => {
      const { status } = await this.owner.post(origin, paths.confirmPayment(jobId), body);
      this.countResponse('confirmation', status);
    });
    return [...events, ...confirmations];
  }

  /** Returns the deliveries of two events, each several times and through all processes, in any order. */
  private events(type: string, jobId: number, object: object): (() => Promise<void>)[] {
    const { origins } = this.race;
    const deliveries = Array.from({ length: EVENTS }, (_, nth) => async () => {
      const origin = origins[nth % origins.length];
      const id = `evt_${type}_${jobId}_${nth % 2}`;
      if (origin) this.countResponse('event', await sendSigned(origin, { id, type, data: { object } }));
    });
    return shuffled(deliveries);
  }

  private countResponse(kind: string, status: number): void {
    const outcome = `${kind} ${status}`;
    this.counters.outcomes[outcome] = (this.counters.outcomes[outcome] ?? 0) + 1;
  }
}

/** Waits until a query counts none, or the same for the given time. Returns the seconds. */
async function untilNone(database: Pool, query: string, timeoutMs: number): Promise<number> {
  const started = performance.now();
  let last = { count: Infinity, at: started };
  for (;;) {
    const count = await countOf(database, query);
    const at = performance.now();
    if (count !== last.count) last = { count, at };
    if (count === 0 || at - last.at > timeoutMs) return (at - started) / 1000;
    await pause(POLL_MS);
  }
}

/** Pays many jobs, a few at a time, and waits until the sweep has found the payments without an event and all shares are transferred. */
export async function racePayments(race: Race): Promise<PaymentCounters> {
  const { origins, database, sandbox, jobs, onProgress } = race;
  const [first] = origins;
  if (!first) throw new Error('There is no process to race on');
  await database.query(COUNT_PAID);
  const owner = await createAccount(first, 'client');
  const pilot = await createAccount(first, 'pilot');
  await setUpPayouts(first, pilot, sandbox);
  const run = new PaymentRace(race, owner, pilot);
  const { counters } = run;
  const started = performance.now();
  let begun = 0;
  const lane = async () => {
    while (begun < jobs) {
      begun += 1;
      await run.pay(begun);
      counters.seconds = (performance.now() - started) / 1000;
      onProgress?.(counters);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await run.sweep();
  counters.sweptInSeconds = await untilNone(database, WRONG, SWEPT_WITHIN_MS);
  counters.transferredInSeconds = await untilNone(database, OPEN_SHARES, TRANSFERRED_WITHIN_MS);
  const count = (query: string) => countOf(database, query);
  return {
    ...counters,
    ...(await compareShares(database, run.merchant)),
    wrongPayments: await count(WRONG),
    wrongLedgers: await count(WRONG_LEDGERS),
    ledgerSum: await count(LEDGER_SUM),
    paid: await count(PAID),
  };
}
