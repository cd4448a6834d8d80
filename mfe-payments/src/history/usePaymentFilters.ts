import { useSearchParams } from '@dps/ui/router';
import { DATE_FILTERS, STATUS_FILTERS, type DateFilter, type StatusFilter } from './payment-list.ts';

export interface PaymentFilter {
  status: StatusFilter;
  date: DateFilter;
}

const NONE: PaymentFilter = { status: 'all', date: 'all' };

/** The filters, stored in the URL (`?status=failed&date=week`). An invalid value selects all payments. */
export function usePaymentFilters() {
  const [search, setSearch] = useSearchParams();
  const filter: PaymentFilter = {
    status: STATUS_FILTERS.find((each) => each === search.get('status')) ?? NONE.status,
    date: DATE_FILTERS.find((each) => each === search.get('date')) ?? NONE.date,
  };
  const change = (changed: Partial<PaymentFilter>) => {
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changed)) {
          if (value === 'all') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      // Back leaves the page instead of undoing filter changes.
      { replace: true },
    );
  };
  return {
    filter,
    change,
    clear: () => change(NONE),
    isSet: filter.status !== 'all' || filter.date !== 'all',
  };
}
