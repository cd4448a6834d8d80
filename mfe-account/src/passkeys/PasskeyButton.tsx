import { useState, type ComponentProps } from 'react';
import { ErrorNotice } from '@dps/ui';
import { BusyButton } from '../forms/buttons.tsx';

interface Props extends Omit<ComponentProps<typeof BusyButton>, 'busy' | 'onClick'> {
  /** Uses a passkey. Resolves with the message of a failure; undefined after a success. */
  onUse: () => Promise<string | undefined>;
  /** Whether a toast tells the failure too. */
  told?: boolean;
}

/** A button that uses a passkey, with the message of its failure. */
export function PasskeyButton({ onUse, told = false, ...button }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const use = async () => {
    setBusy(true);
    setProblem(undefined);
    setProblem(await onUse());
    setBusy(false);
  };
  return (
    <>
      {problem !== undefined && <ErrorNotice error={undefined} fallback={problem} told={told} />}
      <BusyButton {...button} busy={busy} onClick={() => void use()} variant="outlined" />
    </>
  );
}
