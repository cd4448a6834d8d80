import { refunded, type Charge } from '../charges/charge.ts';
import type { ChargeService } from '../charges/charge.service.ts';
import { presentCharge } from '../charges/charge.view.ts';
import { invalidRequest, noSuch } from '../http/api-error.ts';
import { newId } from '../ids.ts';
import type { SandboxStore } from '../state/sandbox-store.ts';
import { BY_ITSELF, type EventOutbox, type Origin } from '../webhooks/event-outbox.ts';
import { REFUND_COURSES, type Refund } from './refund.ts';
import type { RefundInput } from './refund.params.ts';
import { presentRefund } from './refund.view.ts';

interface RefundServiceOptions {
  store: SandboxStore;
  charges: ChargeService;
  outbox: EventOutbox;
  /** How long a bank takes for a refund that is not instant, in milliseconds. */
  settleDelayMs: number;
  onError: (error: unknown) => void;
}

/** The life of refunds; the caller commits the outbox. */
export class RefundService {
  readonly #options: RefundServiceOptions;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(options: RefundServiceOptions) {
    this.#options = options;
  }

  /** @throws ApiError 404 for an unknown id. */
  find(id: string): Refund {
    const refund = this.#options.store.refunds.get(id);
    if (!refund) throw noSuch('refund', id, 'refund');
    return refund;
  }

  /** All refunds, or those of a charge or an intent; oldest first. */
  list({ charge, intent }: { charge?: string | undefined; intent?: string | undefined }): Refund[] {
    return [...this.#options.store.refunds.values()].filter(
      ({ chargeId, intentId }) =>
        (charge === undefined || charge === chargeId) && (intent === undefined || intent === intentId),
    );
  }

  /** @throws ApiError 400 where there is nothing, or not that much, to give back. */
  create({ of, amount, reason, metadata }: RefundInput, now: Date, origin: Origin): Refund {
    const { charges, outbox, store } = this.#options;
    const back = refunded(this.#chargeOf(of), amount);
    const { refunds: course = 'instant' } = back.charge.paymentMethod?.behaviour ?? {};
    const refund: Refund = {
      id: newId('re'),
      chargeId: back.charge.id,
      intentId: back.charge.intentId,
      amount: back.amount,
      created: Math.floor(now.getTime() / 1000),
      metadata,
      reason,
      ...REFUND_COURSES[course],
    };
    charges.keep(back.charge);
    store.refunds.set(refund.id, refund);
    outbox.add({ type: 'refund.created', object: presentRefund(refund) }, now, origin);
    outbox.add({ type: 'charge.refunded', object: presentCharge(back.charge) }, now, origin);
    if (refund.next) this.#decideLater(refund.id);
    return refund;
  }

  /** Takes up what an earlier sandbox left unfinished. */
  resume(): void {
    for (const { id, next } of this.#options.store.refunds.values()) if (next) this.#decideLater(id);
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #chargeOf(of: RefundInput['of']): Charge {
    const { charges, store } = this.#options;
    if ('charge' in of) return charges.find(of.charge, 400);
    const intent = store.paymentIntents.get(of.intent);
    if (!intent) throw noSuch('payment_intent', of.intent, 'payment_intent', 400);
    if (intent.status === 'succeeded' && intent.latestCharge !== null)
      return charges.find(intent.latestCharge);
    throw invalidRequest(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      'payment_intent_unexpected_state',
    );
  }

  #decideLater(id: string): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#decide(id, new Date());
      this.#options.outbox.commit().catch(this.#options.onError);
    }, this.#options.settleDelayMs);
    this.#timers.add(timer);
  }

  #decide(id: string, now: Date): void {
    const { charges, outbox, store } = this.#options;
    const refund = store.refunds.get(id);
    if (!refund?.next) return;
    const decided: Refund = { ...refund, status: refund.next, next: null };
    store.refunds.set(id, decided);
    const object = presentRefund(decided);
    if (decided.status === 'failed') {
      const charge = charges.find(refund.chargeId);
      charges.keep({ ...charge, amountRefunded: charge.amountRefunded - refund.amount });
      outbox.add({ type: 'refund.failed', object }, now, BY_ITSELF);
    }
    outbox.add({ type: 'refund.updated', object }, now, BY_ITSELF);
  }
}
