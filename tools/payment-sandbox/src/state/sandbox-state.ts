import type { Charge } from '../charges/charge.ts';
import type { Dispute } from '../disputes/dispute.ts';
import type { Refund } from '../refunds/refund.ts';
import type { SentEvent } from '../webhooks/payment-event.ts';
import type { StoredAnswer } from '../http/idempotency.ts';
import type { PaymentIntent } from '../payment-intents/payment-intent.ts';

/** All that the sandbox knows, in the form in which it is kept in a file. */
export interface SandboxState {
  version: 1;
  paymentIntents: PaymentIntent[];
  answers: StoredAnswer[];
  events: SentEvent[];
  /** Earlier sandboxes did not keep these three. */
  charges?: Charge[];
  refunds?: Refund[];
  disputes?: Dispute[];
}

/**
 * Reads what an earlier sandbox wrote.
 * @throws Error when the text is something else.
 */
export function parseState(text: string): SandboxState {
  const value: unknown = JSON.parse(text);
  if (!isState(value)) throw new Error('it holds no state of this version of the sandbox');
  return value;
}

// The file is the sandbox's own and replaced as a whole, so its outline tells whether it is one.
function isState(value: unknown): value is SandboxState {
  if (typeof value !== 'object' || value === null) return false;
  const outline = new Map<string, unknown>(Object.entries(value));
  const lists = ['paymentIntents', 'answers', 'events'].map((name) => outline.get(name));
  const laterLists = ['charges', 'refunds', 'disputes'].map((name) => outline.get(name) ?? []);
  return outline.get('version') === 1 && [...lists, ...laterLists].every((list) => Array.isArray(list));
}
