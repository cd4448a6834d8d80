import { useState } from 'react';
import { ErrorNotice } from '@dps/ui';
import { toast } from '@dps/ui/toast';
import { BusyButton } from '../forms/buttons.tsx';
import { texts } from '../texts.ts';
import { loadAgain } from './support.ts';

const { login } = texts;

interface Props {
  /** Opens the session in the shell. Earlier shells have no such function: the page then loads again. */
  onSignedIn?: (() => Promise<void>) | undefined;
}

/** The button that signs in without username and password. */
export function PasskeySignIn({ onSignedIn = loadAgain }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const signIn = async () => {
    setBusy(true);
    setProblem(undefined);
    // Loads with the first use, as few users of the page need it.
    const failure = await import('./passkey-answer.ts').then(
      ({ signInWithPasskey }) => signInWithPasskey(),
      () => login.passkeyFailed,
    );
    if (failure === undefined) {
      await onSignedIn();
      toast({ title: login.doneTitle, description: login.done });
    }
    setProblem(failure);
    setBusy(false);
  };
  return (
    <>
      <BusyButton
        label={login.passkey}
        busyLabel={login.passkeyBusy}
        busy={busy}
        onClick={() => void signIn()}
        variant="outlined"
        size="large"
        fullWidth
      />
      {problem !== undefined && <ErrorNotice error={undefined} fallback={problem} />}
    </>
  );
}
