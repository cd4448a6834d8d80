import { array, object, string, type InferType } from './yup.ts';
import { id, instant, money } from './fields.ts';
import { PAYOUT_STATUSES } from '../domain/payout.ts';

const amount = () => money().required();

/** GET /api/payouts/balance: the money of a pilot at the payment provider. Amounts sum to the pilot's account in the ledger, without `heldAmount`. */
export const payoutBalanceView = object({
  /** At the payout account; negative if more was refunded than is there. */
  availableAmount: amount(),
  /** In payouts that have not arrived. */
  onTheWayAmount: amount(),
  /** In payouts that have arrived. */
  paidOutAmount: amount(),
  /** Not transferred to the payout account yet. */
  waitingAmount: amount(),
  /** Of payments that the client's bank disputes. */
  heldAmount: amount(),
})
  .noUnknown()
  .meta({ id: 'PayoutBalance' });
export type PayoutBalanceView = InferType<typeof payoutBalanceView>;

/** A payout to the pilot's bank. */
export const payoutView = object({
  id: id().required(),
  amount: amount(),
  status: string().oneOf(PAYOUT_STATUSES).required(),
  /** Date on which the provider expects the money at the bank. */
  arrivesOn: string()
    .nullable()
    .defined()
    .meta({ jsonSchema: { format: 'date' } }),
  /** The provider's code and text of a failure. */
  failureCode: string().nullable().defined(),
  failureMessage: string().nullable().defined(),
  createdAt: instant().required(),
  paidAt: instant().nullable().defined(),
  /**
   * The jobs whose shares are in the payout, from the ledger. They sum to the amount. A share that was returned after its payout is
   * negative in the next one.
   */
  jobs: array(
    object({ id: id().required(), title: string().required(), amount: amount() }).noUnknown().required(),
  ).required(),
})
  .noUnknown()
  .meta({ id: 'Payout' });
export type PayoutView = InferType<typeof payoutView>;

/** GET /api/payouts: the payouts of the signed-in pilot, newest first. */
export const payoutListView = array(payoutView.required()).required();
