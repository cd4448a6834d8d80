import type { ComponentProps } from 'react';
import { Button, styled } from '@dps/ui';

const Steady = styled(Button)({ '&[aria-disabled="true"]': { cursor: 'progress', opacity: 0.7 } });

interface Props extends Omit<ComponentProps<typeof Button>, 'children' | 'onClick'> {
  label: string;
  /** The label while the action runs. */
  busyLabel: string;
  busy: boolean;
  onClick?: () => void;
}

/** Starts an action. While busy it is `aria-disabled`, since a disabled button would lose the focus. */
export function BusyButton({ label, busyLabel, busy, onClick, ...props }: Props) {
  const start = () => {
    if (!busy) onClick?.();
  };
  return (
    <Steady {...props} aria-disabled={busy} onClick={start}>
      {busy ? busyLabel : label}
    </Steady>
  );
}
