import { useMemo } from 'react';
import { useMyJobs } from '@dps/contract/client';
import { paymentsApi } from '../api.ts';
import { listPayments, type ListedPayment } from './payment-list.ts';
import { totalsByMonth, type MonthTotal } from './payment-totals.ts';

interface PaymentHistory {
  /** All payments of the user; undefined while they load. */
  payments: ListedPayment[] | undefined;
  /** The totals of all payments. */
  months: MonthTotal[] | undefined;
  /** Whether the totals and the payments include refunds and disputes. */
  refundsKnown: boolean;
  /** Whether everything has loaded, as far as it can be loaded. */
  complete: boolean;
  /** The state of the stored payments; null while they are up to date. */
  stored: 'loading' | 'failed' | null;
  error: unknown;
  refetch: () => void;
  refetchStored: () => void;
}

/** The payments of the user: those of the jobs, with the stored payments as soon as these have loaded. */
export function usePaymentHistory(): PaymentHistory {
  const { data: jobs, error, refetch } = useMyJobs();
  const stored = paymentsApi.payments.useQuery();
  const storedLoading = stored.isFetching && !stored.data;
  const payments = useMemo(() => jobs && listPayments(jobs, stored.data), [jobs, stored.data]);
  return {
    payments,
    months: useMemo(() => payments && totalsByMonth(payments), [payments]),
    refundsKnown: stored.data !== undefined,
    complete: jobs !== undefined && !storedLoading,
    stored: storedLoading ? 'loading' : stored.isError ? 'failed' : null,
    error,
    refetch: () => void refetch(),
    refetchStored: () => void stored.refetch(),
  };
}
