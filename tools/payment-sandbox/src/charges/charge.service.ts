import { noSuch } from '../http/api-error.ts';
import type { PaymentIntent } from '../payment-intents/payment-intent.ts';
import type { SandboxStore } from '../state/sandbox-store.ts';
import { chargeOf, type Charge } from './charge.ts';

/** The charges, as intents make them and refunds and disputes change them. */
export class ChargeService {
  readonly #store: SandboxStore;

  constructor(store: SandboxStore) {
    this.#store = store;
  }

  /** @throws ApiError for an unknown id: 404 in the path, 400 under a parameter. */
  find(id: string, status: 400 | 404 = 404): Charge {
    const charge = this.#store.charges.get(id);
    if (!charge) throw noSuch('charge', id, 'charge', status);
    return charge;
  }

  /** All charges, or those of an intent; oldest first. */
  list(intentId: string | undefined): Charge[] {
    const all = [...this.#store.charges.values()];
    return intentId === undefined ? all : all.filter((charge) => charge.intentId === intentId);
  }

  keep(charge: Charge): void {
    this.#store.charges.set(charge.id, charge);
  }

  /** Follows an intent that has changed: a new try to take its money, or the arrival of money that took its time. */
  follow(before: PaymentIntent | undefined, intent: PaymentIntent, now: Date): void {
    const id = intent.latestCharge;
    if (id === null) return;
    const known = this.#store.charges.get(id);
    if (!known) this.keep(chargeOf(intent, id, Math.floor(now.getTime() / 1000)));
    else if (before?.status === 'processing') {
      this.keep({ ...known, status: intent.status === 'succeeded' ? 'succeeded' : 'failed' });
    }
  }
}
