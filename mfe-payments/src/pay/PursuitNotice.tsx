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
      return <ErrorNotice error={pursuit.error} fallback={pay.unconfirmedText} told />;
    case 'open':
      return <OpenPayment pursuit={pursuit} onAskNow={onAskNow} onClose={onClose} />;
  }
}

type OpenPursuit = Extract<Pursuit, { state: 'open' }>;

function lines({ news, charged, asking }: OpenPursuit): string[] {
  const { pay } = texts;
  if (news === 'processing') return [pay.processing, asking ? pay.stillAsking : pay.askedOften];
  const safe = charged ? [pay.unconfirmedText, pay.charged] : [pay.maybeCharged];
  return [...safe, asking ? pay.stillAsking : pay.askedOften];
}

function OpenPayment(props: { pursuit: OpenPursuit; onAskNow: () => void; onClose: () => void }) {
  const { pursuit, onAskNow, onClose } = props;
  return (
    <>
      <Alert severity={pursuit.news === 'processing' ? 'info' : 'warning'} role="status">
        <Stack spacing={2}>
          {lines(pursuit).map((line) => (
            <Typography key={line}>{line}</Typography>
          ))}
        </Stack>
      </Alert>
      <Stack direction="row" spacing={2} sx={{ justifyContent: 'flex-end' }}>
        <Button onClick={onClose}>{texts.pay.close}</Button>
        <Button variant="outlined" onClick={onAskNow}>
          {texts.pay.checkAgain}
        </Button>
      </Stack>
    </>
  );
}
