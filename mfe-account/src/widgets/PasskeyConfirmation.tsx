import { useState } from 'react';
import { useSessionEnded, type WidgetProps } from '@dps/contract/client';
import { ErrorNotice, Stack } from '@dps/ui';
import { BusyButton } from '../forms/buttons.tsx';
import { supportsPasskeys } from '../passkeys/support.ts';
import { texts } from '../texts/passkeys.ts';
import { securityApi } from '../security/security-api.ts';

const { signIn: t } = texts;

/**
 * The button with which the user on screen signs in again. Users without passkeys see none. While the session has ended, the
 * server does not list the passkeys, so all users see it.
 */
export default function PasskeyConfirmation({
  username,
  onDone,
}: WidgetProps['account.passkey-confirmation']) {
  const hasEnded = useSessionEnded();
  const { data } = securityApi.secondFactor.useQuery(undefined, { skip: hasEnded });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (!supportsPasskeys() || !(hasEnded || data?.passkeys)) return null;
  const confirm = async () => {
    setBusy(true);
    setProblem(undefined);
    const failure = await import('../passkeys/passkey-answer.ts').then(
      ({ signInWithPasskey }) => signInWithPasskey(username),
      () => t.failed,
    );
    setProblem(failure);
    setBusy(false);
    if (failure === undefined) onDone();
  };
  return (
    <Stack spacing={4}>
      {problem !== undefined && <ErrorNotice error={undefined} fallback={problem} />}
      <BusyButton
        label={t.use}
        busyLabel={t.using}
        busy={busy}
        onClick={() => void confirm()}
        variant="outlined"
      />
    </Stack>
  );
}
