import { useId, type ReactNode } from 'react';
import { useCurrentUser } from '@dps/contract/client';
import { Box, Button, Stack, styled, Typography } from '@dps/ui';
import { Dialog, DialogActions, DialogContent, DialogTitle } from '@dps/ui/data';
import { MoneyLine } from '@dps/ui/money-line';
import { Literal } from '@dps/ui/literal';
import { paymentsApi } from '../api.ts';
import { texts } from '../texts.ts';
import { paymentFacts } from './payment-facts.ts';
import type { ListedPayment } from './payment-list.ts';

/** The labels of the values that no browser translates. */
const LITERAL: ReadonlySet<string> = new Set([texts.details.payment, texts.details.amount]);

/** The alert that the page shows. */
export type OpenAlert =
  | { kind: 'settings' }
  | { kind: 'nothing-to-export' }
  | { kind: 'details'; payment: ListedPayment };

export function PaymentAlert({ alert, onClose }: { alert: OpenAlert; onClose: () => void }) {
  const { role } = useCurrentUser();
  if (alert.kind === 'details') return <PaymentDetails payment={alert.payment} onClose={onClose} />;
  if (alert.kind === 'nothing-to-export') {
    return <AlertDialog title={texts.page.nothingToExport} onClose={onClose} />;
  }
  return (
    <AlertDialog title={texts.settings.title} onClose={onClose}>
      {texts.settings.lines.map((line) => (
        <Typography key={line}>{line}</Typography>
      ))}
      <Typography variant="caption" color="textSecondary">
        {texts.settings.note[role]}
      </Typography>
    </AlertDialog>
  );
}

interface AlertDialogProps {
  title: string;
  children?: ReactNode;
  onClose: () => void;
}

function AlertDialog({ title, children, onClose }: AlertDialogProps) {
  const id = useId();
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      aria-labelledby={`${id}-title`}
      {...(children !== undefined && { 'aria-describedby': `${id}-text` })}
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      {children !== undefined && <DialogContent id={`${id}-text`}>{children}</DialogContent>}
      <DialogActions>
        <Button variant="contained" autoFocus onClick={onClose}>
          {texts.page.ok}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const Facts = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'auto 1fr',
  gap: '8px 16px',
  margin: 0,
  dd: { margin: 0, overflowWrap: 'anywhere' },
});

function PaymentDetails({ payment, onClose }: { payment: ListedPayment; onClose: () => void }) {
  const { role } = useCurrentUser();
  const { data: job, isError, refetch } = paymentsApi.job.useQuery(payment.id);
  const cardPayment = isError ? 'unknown' : job ? job.payment : 'loading';
  return (
    <AlertDialog title={texts.details.title} onClose={onClose}>
      <Facts>
        {paymentFacts(payment, cardPayment).map(([label, value]) => (
          <Stack key={label} sx={{ display: 'contents' }}>
            <Typography component="dt" color="textSecondary">
              {label}
            </Typography>
            <dd dir="auto">{LITERAL.has(label) ? <Literal>{value}</Literal> : value}</dd>
          </Stack>
        ))}
      </Facts>
      {isError && (
        <Button variant="outlined" onClick={() => void refetch()} sx={{ mt: 4 }}>
          {texts.details.retry}
        </Button>
      )}
      {job && (
        <Box sx={{ mt: 4 }}>
          <MoneyLine job={job} payment={job.payment} reader={role} />
        </Box>
      )}
    </AlertDialog>
  );
}
