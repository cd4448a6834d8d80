import { useState } from 'react';
import type { PasskeyAnswer } from '@dps/contract';
import { ErrorNotice } from '@dps/ui';
import { BusyButton } from '../forms/buttons.tsx';
import { requestAnswer } from './passkey-answer.ts';
import { texts } from '../texts/passkeys.ts';

const { signIn: t } = texts;

/** The button that completes a sign-in with a passkey. `confirm` returns the message of a refusal. */
export function PasskeyStep({
  confirm,
}: {
  confirm: (passkey: PasskeyAnswer) => Promise<string | undefined>;
}) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const use = async () => {
    setBusy(true);
    setProblem(undefined);
    const answer = await requestAnswer();
    setProblem('problem' in answer ? answer.problem : await confirm(answer.value));
    setBusy(false);
  };
  return (
    <>
      <BusyButton
        label={t.use}
        busyLabel={t.using}
        busy={busy}
        onClick={() => void use()}
        variant="outlined"
        size="large"
        fullWidth
      />
      {problem !== undefined && <ErrorNotice error={undefined} fallback={problem} told />}
    </>
  );
}
