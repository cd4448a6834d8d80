import type { Ref } from 'react';
import { BusyButton } from './BusyButton.tsx';

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
