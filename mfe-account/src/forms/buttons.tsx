import type { Ref, ComponentProps } from 'react';
import { Button, styled } from '@dps/ui';

const Steady = styled(Button)({ '&[aria-disabled="true"]': { cursor: 'progress', opacity: 0.7 } });

interface BusyButtonProps extends Omit<ComponentProps<typeof Button>, 'children' | 'onClick'> {
  label: string;
  /** The label while the action runs. */
  busyLabel: string;
  busy: boolean;
  onClick?: () => void;
}

/** Starts an action. While busy it is `aria-disabled`, since a disabled button would lose the focus. */
export function BusyButton({ label, busyLabel, busy, onClick, ...props }: BusyButtonProps) {
  const start = () => {
    if (!busy) onClick?.();
  };
  return (
    <Steady {...props} aria-disabled={busy} onClick={start}>
      {busy ? busyLabel : label}
    </Steady>
  );
}

interface Props {
  label: string;
  /** The label while the form is sent. */
  busyLabel: string;
  busy: boolean;
  /** For a form that destroys something. */
  danger?: boolean;
  /** As wide as the form. */
  wide?: boolean;
  /** The id of the form, for a button outside of it. */
  form?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** Submits its form, which ignores further submits while it is sent. */
export function SubmitButton({ danger = false, wide = false, ...props }: Props) {
  return (
    <BusyButton
      {...props}
      type="submit"
      variant="contained"
      color={danger ? 'error' : 'primary'}
      {...(wide && { size: 'large', fullWidth: true })}
    />
  );
}
