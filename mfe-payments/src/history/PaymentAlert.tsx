import { Typography } from '@dps/shared-contracts/ui';
import { texts } from '../texts.ts';
import { AlertDialog } from './AlertDialog.tsx';
import { PaymentDetails } from './PaymentDetails.tsx';
import type { ListedPayment } from './payment-list.ts';

/** What the page has to say in a dialog. */
export type OpenAlert =
  { kind: 'settings' } | { kind: 'nothing-to-export' } | { kind: 'details'; payment: ListedPayment };

export function PaymentAlert({ alert, onClose }: { alert: OpenAlert; onClose: () => void }) {
  if (alert.kind === 'details') return <PaymentDetails payment={alert.payment} onClose={onClose} />;
  if (alert.kind === 'nothing-to-export') {
    return <AlertDialog title={texts.page.nothingToExport} onClose={onClose} />;
  }
  return (
    <AlertDialog title={texts.settings.title} onClose={onClose}>
      {texts.settings.lines.map((line) => (
        <Typography key={line}>{line}</Typography>
      ))}
    </AlertDialog>
  );
}
