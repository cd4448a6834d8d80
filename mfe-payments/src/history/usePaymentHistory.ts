import { useMemo } from 'react';
import { useMyJobs } from '@dps/contract/client';
import { paymentsApi } from '../api.ts';
import { listPayments, type ListedPayment } from './payment-list.ts';
import { readMonths, totalsByMonth, type MonthTotal } from './payment-totals.ts';

interface PaymentHistory {
  /** All payments of the user, or the latest ones; undefined while they load. */
  payments: ListedPayment[] | undefined;
  /** The totals of all payments, also while they load. */
  months: MonthTotal[] | undefined;
  /** Whether the totals and the payments include refunds and disputes. */
  refundsKnown: boolean;
  /** Whether `payments` are only the latest ones, while all of them load. */
  loadsMore: boolean;
  /** Whether `payments` are all payments, as far as they can be loaded. */
  complete: boolean;
  /** The state of the stored payments of complete payments; null while they are up to date. */
  stored: 'loading' | 'failed' | null;
  error: unknown;
  refetch: () => void;
  refetchStored: () => void;
}

/**
 * The payments of the user. While all jobs and their stored payments load, the server sends the totals and the latest payments
 * in one response. A failure of this response is ignored, because the lists follow.
 */
export function usePaymentHistory(): PaymentHistory {
  const { data: jobs, error, refetch } = useMyJobs();
  const stored = paymentsApi.payments.useQuery();
  const storedLoading = stored.isFetching && !stored.data;
  const { currentData: summary } = paymentsApi.summary.useQuery(
    new Intl.DateTimeFormat().resolvedOptions().timeZone,
    { skip: Boolean(error) || (jobs !== undefined && !storedLoading) },
  );
  const first = useMemo(
    () =>
      summary && {
        payments: listPayments(summary.first, summary.payments),
        months: readMonths(summary.months),
      },
    [summary],
  );
  const all = useMemo(() => {
    const payments = jobs && listPayments(jobs, stored.data);
    return payments && { payments, months: totalsByMonth(payments) };
  }, [jobs, stored.data]);
  const state = {
    complete: jobs !== undefined && !storedLoading,
    error,
    refetch: () => void refetch(),
    refetchStored: () => void stored.refetch(),
  };
  if (first) return { ...state, ...first, loadsMore: true, refundsKnown: true, stored: null };
  return {
    ...state,
    payments: all?.payments,
    months: all?.months,
    loadsMore: false,
    refundsKnown: stored.data !== undefined,
    stored: storedLoading ? 'loading' : stored.isError ? 'failed' : null,
  };
}
