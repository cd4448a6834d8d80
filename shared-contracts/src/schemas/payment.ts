import { array, boolean, object, string, type InferType } from './yup.ts';
import { id, instant, money, text } from './fields.ts';
import { SHARE_STATUSES } from '../domain/share-status.ts';
import { PAYMENT_PROVIDERS, PAYMENT_STATUSES } from '../domain/payment-status.ts';

/** POST /api/jobs/{id}/create-payment: data with which the browser confirms the payment. */
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

/** Outcome of a confirmed payment: `processing` until the provider has decided. */
export const paymentOutcomeView = object({
  status: string()
    .oneOf(['completed', 'processing'] as const)
    .required(),
})
  .noUnknown()
  .meta({ id: 'PaymentOutcome' });
export type PaymentOutcomeView = InferType<typeof paymentOutcomeView>;

/** POST /api/payments/webhook: the fields of a provider event that the API uses. */
export const providerEvent = object({
  id: text(255).required(),
  type: text(255).required(),
  /** The provider account of the event, if it is not the receiver's own. */
  account: text(255).optional(),
  // Without these defaults yup creates the missing objects.
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

/** Response to an event. */
export const webhookView = object({ received: boolean().required() })
  .noUnknown()
  .meta({ id: 'WebhookReceipt' });

/** The stored payment of a job. */
export const paymentView = object({
  id: id().required(),
  jobId: id().required(),
  amount: money().required(),
  refundedAmount: money().required(),
  /** What the client's bank disputes or has taken. Optional in the type, as `submitted`. */
  disputedAmount: money().optional(),
  /** Time of the newest refund. */
  refundedAt: instant().nullable().defined(),
  status: string().oneOf(PAYMENT_STATUSES).required(),
  transactionId: string().nullable().defined(),
  provider: string().oneOf(PAYMENT_PROVIDERS).required(),
  /** Brand in the provider's words, such as `visa`, and last digits of the charged card; null without a charge. */
  cardBrand: string().nullable().defined(),
  cardLast4: string().nullable().defined(),
  /**
   * Whether the client has submitted an open payment, and the provider processes it. Optional in the type, so that modules with it
   * also fit older shells.
   */
  submitted: boolean().optional(),
  /** The state of the pilot's share, for the pilot; null without a transfer. Optional in the type, as `submitted`. */
  share: string().oneOf(SHARE_STATUSES).nullable().optional(),
  createdAt: instant().required(),
})
  .noUnknown()
  .meta({ id: 'Payment' });
export type PaymentView = InferType<typeof paymentView>;

/** GET /api/payments: the latest payment of each job of the signed-in user. */
export const paymentListView = array(paymentView.required()).required();
