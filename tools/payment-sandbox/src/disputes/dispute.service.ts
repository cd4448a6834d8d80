import type { Charge } from '../charges/charge.ts';
import type { ChargeService } from '../charges/charge.service.ts';
import { invalidRequest, noSuch } from '../http/api-error.ts';
import { newId } from '../ids.ts';
import type { SandboxStore } from '../state/sandbox-store.ts';
import type { EventOutbox, Origin } from '../webhooks/event-outbox.ts';
import type { Dispute, DisputeEventType, DisputeReason } from './dispute.ts';
import { presentDispute } from './dispute.view.ts';

interface DisputeServiceOptions {
  store: SandboxStore;
  charges: ChargeService;
  outbox: EventOutbox;
}

/** The life of disputes; the caller commits the outbox. */
export class DisputeService {
  readonly #options: DisputeServiceOptions;

  constructor(options: DisputeServiceOptions) {
    this.#options = options;
  }

  /** @throws ApiError 404 for an unknown id. */
  find(id: string): Dispute {
    const dispute = this.#options.store.disputes.get(id);
    if (!dispute) throw noSuch('dispute', id, 'dispute');
    return dispute;
  }

  /** All disputes, or those of a charge or an intent; oldest first. */
  list({ charge, intent }: { charge?: string | undefined; intent?: string | undefined }): Dispute[] {
    return [...this.#options.store.disputes.values()].filter(
      ({ chargeId, intentId }) =>
        (charge === undefined || charge === chargeId) && (intent === undefined || intent === intentId),
    );
  }

  /**
   * The cardholder disputes a charge; the money is taken from us until that is decided.
   * @throws ApiError 400 for a charge that took no money, or is disputed already.
   */
  open(charge: Charge, reason: DisputeReason, now: Date, origin: Origin): Dispute {
    if (charge.status !== 'succeeded' || charge.disputed) {
      throw invalidRequest(`Charge ${charge.id} cannot be disputed.`, 'parameter_invalid', 'charge');
    }
    const dispute: Dispute = {
      id: newId('du'),
      chargeId: charge.id,
      intentId: charge.intentId,
      amount: charge.amount - charge.amountRefunded,
      created: Math.floor(now.getTime() / 1000),
      reason,
      status: 'needs_response',
      evidence: null,
    };
    this.#options.charges.keep({ ...charge, disputed: true, chargedBack: true });
    this.#keep(dispute, ['charge.dispute.created', 'charge.dispute.funds_withdrawn'], now, origin);
    return dispute;
  }

  /**
   * Ends a dispute: lost, the money stays with the cardholder; won, it comes back to us.
   * @throws ApiError 400 for a dispute that has ended.
   */
  end(dispute: Dispute, outcome: Outcome, now: Date, origin: Origin): Dispute {
    if (dispute.status !== 'needs_response') {
      throw invalidRequest('This dispute is already closed.', 'parameter_invalid');
    }
    const ended: Dispute = { ...dispute, ...outcome };
    const won = outcome.status === 'won';
    const { charges } = this.#options;
    if (won) charges.keep({ ...charges.find(dispute.chargeId), chargedBack: false });
    this.#keep(
      ended,
      won ? ['charge.dispute.closed', 'charge.dispute.funds_reinstated'] : CLOSED,
      now,
      origin,
    );
    return ended;
  }

  #keep(dispute: Dispute, types: readonly DisputeEventType[], now: Date, origin: Origin): void {
    const { store, outbox } = this.#options;
    store.disputes.set(dispute.id, dispute);
    for (const type of types) outbox.add({ type, object: presentDispute(dispute) }, now, origin);
  }
}

const CLOSED = ['charge.dispute.closed'] as const;

/** How a dispute ended, and with which evidence. */
export interface Outcome {
  status: 'won' | 'lost';
  evidence: string | null;
}
