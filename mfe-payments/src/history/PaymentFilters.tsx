import { styled } from '@dps/shared-contracts/ui';
import { SelectField } from '@dps/shared-contracts/ui/data';
import { texts } from '../texts.ts';
import { DATE_FILTERS, STATUS_FILTERS, type DateFilter, type StatusFilter } from './payment-list.ts';

const Row = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(160px, 100%), 220px))',
  gap: 12,
  marginBottom: 16,
});

interface PaymentFiltersProps {
  status: StatusFilter;
  date: DateFilter;
  onStatus: (status: StatusFilter) => void;
  onDate: (date: DateFilter) => void;
}

/** Which payments the history shows. */
export function PaymentFilters({ status, date, onStatus, onDate }: PaymentFiltersProps) {
  const { filters } = texts;
  return (
    <Row>
      <SelectField
        label={filters.status}
        value={status}
        onChange={onStatus}
        options={STATUS_FILTERS.map((value) => ({ value, label: filters.statuses[value] }))}
      />
      <SelectField
        label={filters.date}
        value={date}
        onChange={onDate}
        options={DATE_FILTERS.map((value) => ({ value, label: filters.dates[value] }))}
      />
    </Row>
  );
}
