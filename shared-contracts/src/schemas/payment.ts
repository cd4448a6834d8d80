import { boolean, number, object, string, type InferType } from './yup.ts';
import { id, instant, text } from './fields.ts';
import { PAYMENT_PROVIDERS, PAYMENT_STATUSES } from '../domain/payment-status.ts';

/** POST /api/jobs/{id}/create-payment: what the browser needs to confirm the payment. */
export const paymentSetupView = object({ clientSecret: string().required() })
  .noUnknown()
  .meta({ id: 'PaymentSetup' });
export type PaymentSetupView = InferType<typeof paymentSetupView>;

/** POST /api/jobs/{id}/confirm-payment */
export const confirmPaymentBody = object({ paymentIntentId: text(255).min(1, 'Required').required() })
  .exact()
  .required()
  .meta({ id: 'ConfirmPayment' });
export type ConfirmPaymentBody = InferType<typeof confirmPaymentBody>;

/** What a confirmed payment has come to: `processing` until the provider knows. */
export const paymentOutcomeView = object({
  status: string()
    .oneOf(['completed', 'processing'] as const)
    .required(),
})
  .noUnknown()
  .meta({ id: 'PaymentOutcome' });
export type PaymentOutcomeView = InferType<typeof paymentOutcomeView>;

/** POST /api/payments/webhook: an event of the provider, of which only this much is believed. */
export const providerEvent = object({
  id: text(255).required(),
  type: text(255).required(),
  /** The account that it is about, where that is not the receiver's own. */
  account: text(255).optional(),
  // Without these defaults yup would make up the parts that are missing.
  data: object({
    object: object({ id: text(255).optional(), payment_intent: text(255).nullable().optional() })
      .required()
      .default(undefined),
  })
    .required()
    .default(undefined),
})
  .required()
  .meta({ id: 'ProviderEvent' });
export type ProviderEventBody = InferType<typeof providerEvent>;

/** The answer to an event. */
export const webhookView = object({ received: boolean().required() })
  .noUnknown()
  .meta({ id: 'WebhookReceipt' });

/** The stored payment of a job; `amount` and what of it went back to the client in dollars. */
export const paymentView = object({
  id: id().required(),
  jobId: id().required(),
  amount: number().required(),
  refundedAmount: number().required(),
  status: string().oneOf(PAYMENT_STATUSES).required(),
  transactionId: string().nullable().defined(),
  provider: string().oneOf(PAYMENT_PROVIDERS).required(),
  createdAt: instant().required(),
})
  .noUnknown()
  .meta({ id: 'Payment' });
export type PaymentView = InferType<typeof paymentView>;
