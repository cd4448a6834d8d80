import { styled } from '@dps/ui';
import { SelectField } from '@dps/ui/data';
import { texts } from '../texts.ts';
import { DATE_FILTERS, STATUS_FILTERS } from './payment-list.ts';
import type { PaymentFilter } from './usePaymentFilters.ts';

const Row = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(160px, 100%), 220px))',
  gap: 12,
  marginBottom: 16,
});

interface PaymentFiltersProps {
  filter: PaymentFilter;
  onChange: (changed: Partial<PaymentFilter>) => void;
}

/** The status filter and the date filter of the history. */
export function PaymentFilters({ filter, onChange }: PaymentFiltersProps) {
  const { filters } = texts;
  return (
    <Row>
      <SelectField
        label={filters.status}
        value={filter.status}
        onChange={(status) => onChange({ status })}
        options={STATUS_FILTERS.map((value) => ({ value, label: filters.statuses[value] }))}
      />
      <SelectField
        label={filters.date}
        value={filter.date}
        onChange={(date) => onChange({ date })}
        options={DATE_FILTERS.map((value) => ({ value, label: filters.dates[value] }))}
      />
    </Row>
  );
}
