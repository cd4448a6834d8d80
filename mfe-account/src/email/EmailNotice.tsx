import type { UserView } from '@dps/contract';
import { errorText } from '@dps/contract/client';
import { Alert, Button, Stack, Typography } from '@dps/ui';
import { toast } from '@dps/ui/toast';
import { emailApi } from './email-api.ts';
import { texts } from '../texts/email.ts';

interface Props {
  user: UserView;
  /** Runs when the notice disappears, and with it the focus. */
  onCanceled: () => void;
}

/** The address that waits for its confirmation: the next one, or that of a new account. */
export default function EmailNotice({ user, onCanceled }: Props) {
  const { email, pendingEmail } = user;
  const [send, { isLoading, isSuccess, error }] = emailApi.sendConfirmation.useMutation();
  const [cancel, { isLoading: isCanceling }] = emailApi.cancelEmailChange.useMutation();
  const cancelChange = async () => {
    const { error: failure } = await cancel();
    toast(failure ? texts.cancelFailed : texts.canceled);
    if (!failure) onCanceled();
  };
  return (
    <Alert severity="info" role="note" sx={{ overflowWrap: 'anywhere' }}>
      <Typography>{pendingEmail ? texts.pending(pendingEmail, email) : texts.unconfirmed(email)}</Typography>
      <Stack direction="row" sx={{ marginTop: 3, flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Button variant="outlined" size="small" loading={isLoading} onClick={() => void send()}>
          {texts.send}
        </Button>
        {pendingEmail && (
          <Button size="small" loading={isCanceling} onClick={() => void cancelChange()}>
            {texts.cancel}
          </Button>
        )}
        <span role="status">{isSuccess ? texts.sent : error && errorText(error, texts.sendFailed)}</span>
      </Stack>
    </Alert>
  );
}
