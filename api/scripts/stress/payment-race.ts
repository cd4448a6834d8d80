import type { Pool } from 'pg';
import { Stripe } from 'stripe';
import { SANDBOX_KEYS } from '@dps/payment-sandbox';
import { paths } from '@dps/shared-contracts';
import { createAccount, fieldOf, type Account, type Origin, type Reply } from './account.ts';
import { countOf, COUNT_PAID, GROW_OLD, PAID, POST, WRONG } from './payment-race.sql.ts';
import { sendSigned } from './signed-event.ts';

/** Jobs that are paid at the same time. */
const LANES = 8;
const EVENTS = 5;
/** How long the sweep may take for what nobody has told, in milliseconds, and how often it is looked whether it has. */
const SWEPT_WITHIN_MS = 60_000;

/** What a race has come to. */
export interface PaymentCounters {
  jobs: number;
  /** Card payments that the provider refused, because the intent had its money already. */
  refusedCharges: number;
  /** Jobs whose two tabs were given different payments. */
  doubleIntents: number;
  /** Jobs without exactly one successful charge at the provider. */
  wrongCharges: number;
  /** How often a job became paid, all in all. */
  paid: number;
  /** Jobs without exactly one payment, completed, for the intent that was paid. */
  wrongPayments: number;
  /** Answers to confirmations and events, as `what status code`, with how often they came. */
  answers: Record<string, number>;
  /** How long the last of the payments took that only the sweep could find, in seconds. */
  sweptInSeconds: number;
  seconds: number;
}

interface Race {
  /** The processes, all of one database. */
  origins: readonly Origin[];
  database: Pool;
  /** The payment sandbox. */
  merchant: Stripe;
  jobs: number;
  onProgress?: (counters: PaymentCounters) => void;
}

/** The provider's own account of payments, in the sandbox at this address. */
export function merchantAt(port: number): Stripe {
  return new Stripe(SANDBOX_KEYS.secretKey, { host: '127.0.0.1', port, protocol: 'http', telemetry: false });
}

function shuffled<T>(elements: readonly T[]): T[] {
  const rest = [...elements];
  return elements.flatMap(() => rest.splice(Math.floor(Math.random() * rest.length), 1));
}

const intentOf = (reply: Reply) => String(fieldOf(reply, 'clientSecret')).split('_secret_')[0] ?? '';

/** The race of one database: everything that can settle a payment does, at once, through every process. */
class PaymentRace {
  readonly counters: PaymentCounters = {
    jobs: 0,
    refusedCharges: 0,
    doubleIntents: 0,
    wrongCharges: 0,
    paid: 0,
    wrongPayments: 0,
    answers: {},
    sweptInSeconds: 0,
    seconds: 0,
  };

  private readonly race: Race;
  private readonly owner: Account;
  private readonly pilot: Account;

  constructor(race: Race, owner: Account, pilot: Account) {
    this.race = race;
    this.owner = owner;
    this.pilot = pilot;
  }

  /** Pays one job. Of three jobs one is confirmed and told, one told alone, and one left to the sweep alone. */
  async pay(index: number): Promise<void> {
    const { database, merchant, origins } = this.race;
    const { rows } = await database.query<{ id: number }>(POST, [this.owner.id, this.pilot.id]);
    const id = rows[0]?.id ?? 0;
    const tabs = origins.map((origin) => this.owner.post(origin, paths.createPayment(id)));
    const intents = new Set((await Promise.all(tabs)).map(intentOf));
    const [intent = ''] = intents;
    if (intents.size !== 1) this.counters.doubleIntents += 1;
    await database.query(GROW_OLD, [id]);
    await Promise.all([1, 2].map(() => this.charge(intent)));
    await Promise.all(shuffled(this.news(index, id, intent)).map((tell) => tell()));
    const { data } = await merchant.charges.list({ payment_intent: intent });
    if (data.filter(({ status }) => status === 'succeeded').length !== 1) this.counters.wrongCharges += 1;
    this.counters.jobs += 1;
  }

  private async charge(intent: string): Promise<void> {
    const card = { payment_method: 'pm_card_visa' };
    await this.race.merchant.paymentIntents
      .confirm(intent, card)
      .catch(() => (this.counters.refusedCharges += 1));
  }

  /** What is told of a payment: nothing, or the same event several times and others of its kind, or confirmations as well. */
  private news(index: number, jobId: number, intent: string): (() => Promise<void>)[] {
    if (index % 3 === 2) return [];
    const { origins } = this.race;
    const events = Array.from({ length: EVENTS }, (_, nth) => async () => {
      const origin = origins[nth % origins.length];
      const id = `evt_${jobId}_${nth % 2}`;
      const event = { id, type: 'payment_intent.succeeded', data: { object: { id: intent } } };
      if (origin) this.note('event', await sendSigned(origin, event));
    });
    if (index % 3 === 1) return events;
    const body = { paymentIntentId: intent };
    const confirmations = origins.map((origin) => async () => {
      const { status } = await this.owner.post(origin, paths.confirmPayment(jobId), body);
      this.note('confirmation', status);
    });
    return [...events, ...confirmations];
  }

  private note(what: string, status: number): void {
    const answer = `${what} ${status}`;
    this.counters.answers[answer] = (this.counters.answers[answer] ?? 0) + 1;
  }
}

/** Pays many jobs, a few at a time, and waits until the sweep has found those of which nobody has told. */
export async function racePayments(race: Race): Promise<PaymentCounters> {
  const { origins, database, jobs, onProgress } = race;
  const [first] = origins;
  if (!first) throw new Error('There is no process to race on');
  await database.query(COUNT_PAID);
  const owner = await createAccount(first, 'client');
  const run = new PaymentRace(race, owner, await createAccount(first, 'pilot'));
  const started = performance.now();
  let begun = 0;
  const lane = async () => {
    while (begun < jobs) {
      begun += 1;
      await run.pay(begun);
      run.counters.seconds = (performance.now() - started) / 1000;
      onProgress?.(run.counters);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const ended = performance.now();
  do run.counters.wrongPayments = await countOf(database, WRONG);
  while (run.counters.wrongPayments > 0 && performance.now() - ended < SWEPT_WITHIN_MS);
  run.counters.sweptInSeconds = (performance.now() - ended) / 1000;
  run.counters.paid = await countOf(database, PAID);
  return run.counters;
}
