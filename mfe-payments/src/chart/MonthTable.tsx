import { formatCents } from '@dps/shared-contracts';
import { DataTable, type Column } from '@dps/shared-contracts/ui/data';
import { texts } from '../texts.ts';
import { longMonth, type Month } from './months.ts';

/** The same months as figures. */
export function MonthTable({ months, label }: { months: readonly Month[]; label: string }) {
  const columns: Column<Month>[] = [
    { key: 'month', header: texts.chart.month, cell: ({ key }) => longMonth(key), primary: true },
    { key: 'count', header: texts.chart.payments, cell: ({ count }) => count, align: 'right' },
    {
      key: 'amount',
      header: texts.columns.amount,
      cell: ({ cents }) => formatCents(cents),
      align: 'right',
    },
  ];
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={months.toReversed()}
      rowKey={({ key }) => key}
      empty={null}
    />
  );
}
