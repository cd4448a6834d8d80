import { Alert, Button, Stack, Typography } from '@dps/shared-contracts/ui';
import { ErrorNotice, LoadingNotice } from '@dps/shared-contracts/ui/data';
import { texts } from '../texts.ts';
import type { Pursuit } from './usePursuit.ts';

interface PursuitNoticeProps {
  pursuit: Pursuit;
  onAskNow: () => void;
  onClose: () => void;
}

/** How far a payment is that the card was charged for, or may have been: nobody is offered to pay again. */
export function PursuitNotice({ pursuit, onAskNow, onClose }: PursuitNoticeProps) {
  const { pay } = texts;
  switch (pursuit.state) {
    case 'none':
      return null;
    case 'confirming':
      return <LoadingNotice text={pay.paying} />;
    case 'refused':
      return (
        <>
          <Lines severity="warning" lines={whatIsSafe(pursuit.charged)} />
          <ErrorNotice error={pursuit.error} fallback={pay.unconfirmedText} told />
        </>
      );
    case 'open':
      return <OpenPayment pursuit={pursuit} onAskNow={onAskNow} onClose={onClose} />;
  }
}

type OpenPursuit = Extract<Pursuit, { state: 'open' }>;

function whatIsSafe(charged: boolean): string[] {
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

function OpenPayment(props: { pursuit: OpenPursuit; onAskNow: () => void; onClose: () => void }) {
  const { pursuit, onAskNow, onClose } = props;
  const { pay } = texts;
  const busy = pursuit.news === 'processing';
  const known = busy ? [pay.processing] : whatIsSafe(pursuit.charged);
  return (
    <>
      <Lines
        severity={busy ? 'info' : 'warning'}
        lines={[...known, pursuit.asking ? pay.stillAsking : pay.askedOften]}
      />
      <Stack direction="row" spacing={2} sx={{ justifyContent: 'flex-end' }}>
        <Button onClick={onClose}>{pay.close}</Button>
        <Button variant="outlined" onClick={onAskNow}>
          {pay.checkAgain}
        </Button>
      </Stack>
    </>
  );
}
