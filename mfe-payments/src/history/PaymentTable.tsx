import { formatCents, formatInstantDay } from '@dps/contract';
import { Button, Icon, IconButton, icons, Stack, styled } from '@dps/ui';
import { Sourced } from '@dps/ui/sourced';
import { DataTable, EmptyState, ToneBadge, type Column } from '@dps/ui/data';
import { Link } from '@dps/ui/router';
import { texts } from '../texts.ts';
import { paymentStateText } from './payment-facts.ts';
import type { ListedPayment } from './payment-list.ts';
import { useSaveReceipt } from './useSaveReceipt.ts';

// One line, as in the lists of jobs; the title attribute, the dialog and paper have the complete title.
const Title = styled('bdi')({
  overflowWrap: 'anywhere',
  '@media screen': {
    display: '-webkit-box',
    wordBreak: 'break-all',
    WebkitLineClamp: 1,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
  },
});
const Day = styled('span')({ whiteSpace: 'nowrap' });

function Actions({ payment, onView }: { payment: ListedPayment; onView: (payment: ListedPayment) => void }) {
  const saveReceipt = useSaveReceipt();
  return (
    <Stack direction="row" spacing={1} sx={{ justifyContent: 'flex-end' }}>
      <IconButton aria-label={texts.row.download(payment.jobTitle)} onClick={() => void saveReceipt(payment)}>
        <Icon path={icons.download} />
      </IconButton>
      {payment.paid && (
        <IconButton
          component={Link}
          to={`/payments?receipt=${payment.id}`}
          aria-label={texts.row.receipt(payment.jobTitle)}
        >
          <Icon path={icons.file} />
        </IconButton>
      )}
      <Button size="small" aria-label={texts.row.viewLabel(payment.jobTitle)} onClick={() => onView(payment)}>
        {texts.row.view}
      </Button>
    </Stack>
  );
}

interface PaymentTableProps {
  payments: readonly ListedPayment[];
  emptyText: string;
  loading: boolean;
  onView: (payment: ListedPayment) => void;
  /** Clears the filters; undefined if they do not cause the empty table. */
  onClearFilters: (() => void) | undefined;
}

/** The payment history. */
export function PaymentTable(props: PaymentTableProps) {
  const { payments, emptyText, loading, onView, onClearFilters } = props;
  const { columns: names } = texts;
  const columns: Column<ListedPayment>[] = [
    {
      key: 'job',
      header: names.job,
      cell: ({ jobTitle }) => <Title title={jobTitle}>{jobTitle}</Title>,
      primary: true,
    },
    { key: 'date', header: names.date, cell: ({ date }) => <Day>{formatInstantDay(date)}</Day> },
    {
      key: 'amount',
      header: names.amount,
      cell: ({ cents }) => <Sourced value={formatCents(cents)} source={texts.row.gross} />,
      align: 'right',
    },
    { key: 'method', header: names.method, cell: ({ method }) => method },
    {
      key: 'status',
      header: names.status,
      cell: (payment) => (
        <Sourced
          value={<ToneBadge tone="green" shape="tick" label={texts.filters.statuses[payment.status]} />}
          source={paymentStateText(payment)}
        />
      ),
    },
    {
      key: 'actions',
      header: names.actions,
      align: 'right',
      cell: (payment) => <Actions payment={payment} onView={onView} />,
    },
  ];
  return (
    <DataTable
      label={texts.page.history}
      columns={columns}
      rows={payments}
      rowKey={({ id }) => id}
      loading={loading ? { text: texts.page.loading } : undefined}
      empty={
        <EmptyState
          title={texts.page.empty}
          text={emptyText}
          action={
            onClearFilters && (
              <Button variant="outlined" onClick={onClearFilters}>
                {texts.page.clearFilters}
              </Button>
            )
          }
        />
      }
    />
  );
}
