import type { FastifyInstance } from 'fastify';
import { number, object, string } from 'yup';
import type { ChargeService } from './charges/charge.service.ts';
import { DISPUTE_REASONS } from './disputes/dispute.ts';
import type { DisputeService } from './disputes/dispute.service.ts';
import { presentDispute } from './disputes/dispute.view.ts';
import { parseFault } from './faults/fault.ts';
import type { FaultBook } from './faults/fault-book.ts';
import { invalidRequest } from './http/api-error.ts';
import type { PaymentIntentService } from './payment-intents/payment-intent.service.ts';
import { BY_ITSELF, type EventOutbox } from './webhooks/event-outbox.ts';

interface SwitchContext {
  service: PaymentIntentService;
  charges: ChargeService;
  disputes: DisputeService;
  outbox: EventOutbox;
  faults: FaultBook;
}

const MAX_SETTLE_DELAY_MS = 24 * 60 * 60 * 1000;

const disputeRequest = object({
  payment_intent: string().required(),
  reason: string().oneOf(DISPUTE_REASONS).default('fraudulent'),
})
  .exact()
  .required();

const settlement = object({ delayMs: number().integer().min(0).max(MAX_SETTLE_DELAY_MS).required() })
  .exact()
  .required();

/** Serves what Stripe does not have, under `/sandbox`: disputes, faults and slow money at the word of a test; in JSON. */
export function serveSwitches(app: FastifyInstance, context: SwitchContext): void {
  const { service, charges, disputes, outbox, faults } = context;

  app.post('/sandbox/disputes', async ({ body }) => {
    const { payment_intent: id, reason } = parsed(() =>
      disputeRequest.cast(disputeRequest.validateSync(body, { strict: true })),
    );
    const { latestCharge } = service.find(id, { kind: 'secret' });
    const dispute = disputes.open(charges.find(latestCharge ?? 'none', 400), reason, new Date(), BY_ITSELF);
    await outbox.commit();
    return presentDispute(dispute);
  });

  app.post('/sandbox/settlement', ({ body }) => {
    const asked = parsed(() => settlement.validateSync(body, { strict: true }));
    service.settleAfter(asked.delayMs);
    return asked;
  });

  app.get('/sandbox/faults', () => ({ data: faults.list() }));

  app.post('/sandbox/faults', ({ body }) => {
    const { id } = faults.add(parsed(() => parseFault(body)));
    return { id };
  });

  app.delete('/sandbox/faults', () => {
    faults.clear();
    return { data: [] };
  });

  app.delete<{ Params: { id: string } }>('/sandbox/faults/:id', ({ params: { id } }) => {
    faults.remove(id);
    return { id };
  });
}

function parsed<Value>(parse: () => Value): Value {
  try {
    return parse();
  } catch (error) {
    throw invalidRequest(error instanceof Error ? error.message : String(error), 'parameter_invalid');
  }
}
