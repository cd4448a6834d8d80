import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type Stripe from 'stripe';
import type { StoredResponse } from './api.ts';
import type { SentEvent } from './events.ts';
import type { Card } from './test-cards.ts';

/** Version of the state file. Files of earlier versions are replaced: they hold test payments only. */
const VERSION = 7;

/** A link to the page that sets an account up, or to its dashboard. */
export interface AccountLink {
  page: 'set-up' | 'dashboard';
  account: string;
  returnUrl: string;
  refreshUrl: string;
  /** Seconds since 1970. */
  expiresAt: number;
}

/** The objects of the sandbox in the API's own form, by id and oldest first. */
function emptyCollections() {
  return {
    paymentIntents: new Map<string, Stripe.PaymentIntent>(),
    /** By the id of the payment method. */
    cards: new Map<string, Card>(),
    charges: new Map<string, Stripe.Charge>(),
    refunds: new Map<string, Stripe.Refund>(),
    disputes: new Map<string, Stripe.Dispute>(),
    balanceTransactions: new Map<string, Stripe.BalanceTransaction>(),
    accounts: new Map<string, Stripe.Account>(),
    transfers: new Map<string, Stripe.Transfer>(),
    /** With the connected account whose money they pay out. */
    payouts: new Map<string, { account: string; payout: Stripe.Payout }>(),
    /** By the secret in their address. */
    accountLinks: new Map<string, AccountLink>(),
    events: new Map<string, SentEvent>(),
    /** By idempotency key. */
    responses: new Map<string, StoredResponse>(),
    /** The keys of the API, by prefix. */
    keys: new Map<string, string>(),
  };
}

export interface Store extends ReturnType<typeof emptyCollections> {
  /** Resolves when the state at the time of the call is in the file. Calls during a write share the next one. */
  save(): Promise<void>;
}

/**
 * Opens the store with the content of the file, or empty if the file does not exist. Without a file, the objects are in
 * memory only.
 * @throws Error that names the file if it is not a state file.
 */
export async function openStore(file: string | undefined): Promise<Store> {
  const collections = emptyCollections();
  const maps: [string, Map<string, unknown>][] = Object.entries(collections);
  if (file !== undefined && existsSync(file)) await restore(file, maps);

  let writing: Promise<void> = Promise.resolve();
  let queued: Promise<void> | null = null;
  const save = () => {
    if (file === undefined) return Promise.resolve();
    queued ??= writing
      .catch(() => undefined)
      .then(() => {
        queued = null;
        const events = [...collections.events].filter(([, { pending }]) => pending);
        writing = write(file, { ...collections, events: new Map(events) });
        return writing;
      });
    return queued;
  };
  return { ...collections, save };
}

async function restore(file: string, maps: [string, Map<string, unknown>][]): Promise<void> {
  try {
    const { version, ...state }: State = JSON.parse(await readFile(file, 'utf8'));
    if (!(version <= VERSION)) throw new Error('it holds no state of the sandbox');
    if (version < VERSION) return;
    for (const [name, objects] of maps) for (const [id, object] of state[name] ?? []) objects.set(id, object);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `The payment sandbox cannot read its state from ${file}: ${reason}. Remove the file to start again.`;
    throw new Error(message, { cause });
  }
}

// Only the sandbox writes the file, and always completely, so its version identifies its content.
type State = { version: number } & Record<string, [id: string, object: unknown][]>;

async function write(file: string, collections: Record<string, Map<string, unknown>>): Promise<void> {
  const entries = Object.entries(collections).map(([name, objects]) => [name, [...objects]]);
  await mkdir(dirname(file), { recursive: true });
  const state = JSON.stringify({ version: VERSION, ...Object.fromEntries(entries) });
  await writeFile(`${file}.new`, state, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
