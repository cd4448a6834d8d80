import { object, string, type InferType } from './yup.ts';
import { instant } from './fields.ts';
import { PAYOUT_ACCOUNT_STATES } from '../domain/payout.ts';

/** GET /api/payout-account: the account at the payment provider that receives the pilot's share. */
export const payoutAccountView = object({
  state: string().oneOf(PAYOUT_ACCOUNT_STATES).required(),
  /** Time by which the provider needs information; null without such a time. */
  dueAt: instant().nullable().defined(),
})
  .noUnknown()
  .meta({ id: 'PayoutAccount' });
export type PayoutAccountView = InferType<typeof payoutAccountView>;

/**
 * POST /api/payout-account/link: the address of the provider's page for the set-up, or of the provider's dashboard of a ready account.
 * It works once, for some minutes.
 */
export const payoutAccountLinkView = object({ url: string().required() })
  .noUnknown()
  .meta({ id: 'PayoutAccountLink' });
export type PayoutAccountLinkView = InferType<typeof payoutAccountLinkView>;
