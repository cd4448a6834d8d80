import { useSessionEnded, type WidgetProps } from '@dps/contract/client';
import { Stack } from '@dps/ui';
import { PasskeyButton } from '../passkeys/PasskeyButton.tsx';
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
  if (!supportsPasskeys() || !(hasEnded || data?.passkeys)) return null;
  const confirm = async () => {
    const problem = await import('../passkeys/passkey-assertion.ts').then(
      ({ signInWithPasskey }) => signInWithPasskey(username),
      () => t.failed,
    );
    if (problem === undefined) onDone();
    return problem;
  };
  return (
    <Stack spacing={4}>
      <PasskeyButton label={t.use} busyLabel={t.using} onUse={confirm} />
    </Stack>
  );
}
