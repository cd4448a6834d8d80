import { useId, useState } from 'react';
import { formatCents, type Role } from '@dps/contract';
import { Button, styled, Typography } from '@dps/ui';
import { Card, DataTable, Skeleton, type Column } from '@dps/ui/data';
import { texts } from '../texts.ts';
import { CHART_HEIGHT } from './chart-parts.ts';
import { MonthBars } from './MonthBars.tsx';
import { longMonth, type Month } from './months.ts';

const Root = styled(Card)({ marginBottom: 24, padding: '16px 24px 20px' });
const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: '4px 16px',
  marginBottom: 12,
});
const Place = styled('div')({ minHeight: CHART_HEIGHT });
const Empty = styled('div')({ display: 'grid', placeItems: 'center', height: CHART_HEIGHT });

/** The payments of each of the last twelve months, as bars or as a table. */
export function MonthsCard({ months, role }: { months: readonly Month[] | undefined; role: Role }) {
  const { chart } = texts;
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  const known = months?.some(({ count }) => count > 0);
  return (
    <Root role="region" aria-labelledby={id}>
      <Head>
        <div>
          <Typography variant="h2" id={id}>
            {chart.title[role]}
          </Typography>
          <Typography color="textSecondary">{chart.about}</Typography>
        </div>
        {known && (
          <Button size="small" onClick={() => setAsTable(!asTable)}>
            {asTable ? chart.asBars : chart.asTable}
          </Button>
        )}
      </Head>
      <Place>
        {months ? (
          <Figures months={months} label={chart.title[role]} asTable={asTable} />
        ) : (
          <Skeleton variant="rounded" height={CHART_HEIGHT} aria-hidden />
        )}
      </Place>
    </Root>
  );
}

function Figures({ months, label, asTable }: { months: readonly Month[]; label: string; asTable: boolean }) {
  if (months.every(({ count }) => count === 0)) {
    return (
      <Empty>
        <Typography color="textSecondary">{texts.chart.empty}</Typography>
      </Empty>
    );
  }
  return asTable ? <MonthTable months={months} label={label} /> : <MonthBars months={months} label={label} />;
}

function MonthTable({ months, label }: { months: readonly Month[]; label: string }) {
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
