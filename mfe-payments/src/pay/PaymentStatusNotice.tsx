import { Alert, Button, Stack, Typography } from '@dps/ui';
import { ErrorNotice, LoadingNotice } from '@dps/ui/data';
import { texts } from '../texts.ts';
import type { PaymentStatus } from './usePaymentStatus.ts';

interface PaymentStatusNoticeProps {
  status: PaymentStatus;
  onCheckNow: () => void;
  /** Absent on a page, which has no button that closes it. */
  onClose?: () => void;
}

/** The status of a payment that was charged, or may have been charged. It does not offer to pay again. */
export function PaymentStatusNotice({ status, onCheckNow, onClose }: PaymentStatusNoticeProps) {
  const { pay } = texts;
  switch (status.state) {
    case 'none':
      return null;
    case 'confirming':
      return <LoadingNotice text={pay.paying} />;
    case 'rejected':
      return (
        <>
          <Lines severity="warning" lines={chargeLines(status.charged)} />
          <ErrorNotice error={status.error} fallback={pay.unconfirmedText} told />
        </>
      );
    case 'open':
      return <OpenPayment status={status} onCheckNow={onCheckNow} {...(onClose && { onClose })} />;
  }
}

function chargeLines(charged: boolean): string[] {
  const { pay } = texts;
  return charged ? [pay.unconfirmedText, pay.charged] : [pay.maybeCharged];
}

function Lines({ severity, lines }: { severity: 'info' | 'warning'; lines: readonly string[] }) {
  return (
    <Alert severity={severity} role="status">
      <Stack spacing={2}>
        {lines.map((line) => (
          <Typography key={line}>{line}</Typography>
        ))}
      </Stack>
    </Alert>
  );
}

interface OpenPaymentProps extends PaymentStatusNoticeProps {
  status: Extract<PaymentStatus, { state: 'open' }>;
}

function OpenPayment({ status: { charged, check }, onCheckNow, onClose }: OpenPaymentProps) {
  const { pay } = texts;
  const polling = onClose ? pay.polling : pay.pollingOnPage;
  const processing = check.status === 'processing';
  const lines = processing ? [pay.processing] : chargeLines(charged);
  return (
    <>
      <Lines
        severity={processing ? 'info' : 'warning'}
        lines={[...lines, check.polling ? polling : pay.pollingStopped]}
      />
      <Stack direction="row" spacing={2} sx={{ justifyContent: 'flex-end' }}>
        {onClose && <Button onClick={onClose}>{pay.close}</Button>}
        <Button variant="outlined" onClick={onCheckNow}>
          {pay.checkAgain}
        </Button>
      </Stack>
    </>
  );
}
