import type { Ref } from 'react';
import { Button, styled } from '@dps/ui';

const Steady = styled(Button)({ '&[aria-disabled="true"]': { cursor: 'progress', opacity: 0.7 } });

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

/** Submits its form. While busy it is `aria-disabled`, since a disabled button would lose the focus. */
export function SubmitButton({ label, busyLabel, busy, danger = false, wide = false, form, ref }: Props) {
  return (
    <Steady
      ref={ref}
      type="submit"
      form={form}
      variant="contained"
      color={danger ? 'error' : 'primary'}
      aria-disabled={busy}
      {...(wide && { size: 'large', fullWidth: true })}
    >
      {busy ? busyLabel : label}
    </Steady>
  );
}
