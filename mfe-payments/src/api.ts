import { moduleEndpoints, SHARES } from '@dps/contract/client';
import {
  paths,
  type JobDetailView,
  type PaymentOutcomeView,
  type PaymentSetupView,
  type PaymentView,
  type PayoutAccountLinkView,
  type PayoutAccountView,
  type PayoutBalanceView,
  type PayoutView,
} from '@dps/contract';

export const paymentsApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  /** Reuses the open payment of the job, or creates one. */
  createPayment: build.mutation<PaymentSetupView, number>({
    query: (jobId) => ({ url: paths.createPayment(jobId), method: 'POST' }),
    // The job was paid elsewhere, so the cached lists are stale.
    invalidatesTags: (_setup, error) => (error?.code === 'payment_not_due' ? ['Job'] : []),
  }),
  /** Makes the server read the payment's status from the provider. */
  confirmPayment: build.mutation<PaymentOutcomeView, { jobId: number; paymentIntentId: string }>({
    query: ({ jobId, paymentIntentId }) => ({
      url: paths.confirmPayment(jobId),
      method: 'POST',
      body: { paymentIntentId },
      // The request completes even if the user closes the page right after the payment.
      keepalive: true,
    }),
    // Polling: only a settled payment makes the cached lists stale.
    invalidatesTags: (outcome, error) =>
      outcome?.status === 'completed' || error?.code === 'payment_not_due' ? ['Job'] : [],
  }),
  /** The latest payment of each job of the signed-in user. */
  payments: build.query<PaymentView[], void>({
    query: () => ({ url: paths.payments(), allPages: true }),
    providesTags: ['Job'],
  }),
  /** The payouts of the signed-in pilot, newest first. */
  payouts: build.query<PayoutView[], void>({
    query: () => ({ url: paths.payouts(), allPages: true }),
    providesTags: ['Job', SHARES],
  }),
  /** The money of the signed-in pilot at the payment provider. */
  payoutBalance: build.query<PayoutBalanceView, void>({
    query: () => ({ url: paths.payoutBalance() }),
    providesTags: ['Job', SHARES],
  }),
  /** The account of a pilot at the payment provider. */
  payoutAccount: build.query<PayoutAccountView, void>({ query: () => ({ url: paths.payoutAccount() }) }),
  /** Makes the server read the account from the provider. */
  checkPayoutAccount: build.mutation<PayoutAccountView, void>({
    query: () => ({ url: paths.checkPayoutAccount(), method: 'POST' }),
  }),
  /** The address of the set-up, or of the dashboard of a ready account. Creates the account if there is none. */
  payoutAccountLink: build.mutation<PayoutAccountLinkView, void>({
    query: () => ({ url: paths.payoutAccountLink(), method: 'POST' }),
  }),
  /** One job with the state of its card payment. */
  job: build.query<JobDetailView, number>({
    query: (jobId) => ({ url: paths.job(jobId) }),
    providesTags: ['Job'],
  }),
}));
