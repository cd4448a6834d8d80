import { moduleEndpoints } from '@dps/shared-contracts/client';
import {
  paths,
  type JobDetailView,
  type PaymentOutcomeView,
  type PaymentSetupView,
} from '@dps/shared-contracts';

export const paymentsApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  /** Reuses the job's open payment, or starts one. */
  createPayment: build.mutation<PaymentSetupView, number>({
    query: (jobId) => ({ url: paths.createPayment(jobId), method: 'POST' }),
    // What can no longer be paid was paid elsewhere: the lists are behind.
    invalidatesTags: (_setup, error) => (error?.code === 'payment_not_due' ? ['Job'] : []),
  }),
  /** Tells the server that the provider reported success; the server asks the provider itself. */
  confirmPayment: build.mutation<PaymentOutcomeView, { jobId: number; paymentIntentId: string }>({
    query: ({ jobId, paymentIntentId }) => ({
      url: paths.confirmPayment(jobId),
      method: 'POST',
      body: { paymentIntentId },
      // Who closes the page right after paying has still told us.
      keepalive: true,
    }),
    // Asked again and again while the provider is busy: only news makes the lists stale.
    invalidatesTags: (outcome, error) =>
      outcome?.status === 'completed' || error?.code === 'payment_not_due' ? ['Job'] : [],
  }),
  /** One job with the state of its real payment. */
  job: build.query<JobDetailView, number>({
    query: (jobId) => ({ url: paths.job(jobId) }),
    providesTags: ['Job'],
  }),
}));
