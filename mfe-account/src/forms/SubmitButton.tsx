import type { Ref } from 'react';
import { Button, styled } from '@dps/ui';

const Steady = styled(Button)({ '&[aria-disabled="true"]': { cursor: 'progress', opacity: 0.7 } });

interface Props {
  label: string;
  /** What it says while the form is being sent. */
  busyLabel: string;
  busy: boolean;
  /** A button as wide as its form, for a page that is nothing but the form. */
  wide?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** Sends its form. While that lasts it says so and keeps the focus, which a disabled button would lose. */
export function SubmitButton({ label, busyLabel, busy, wide = false, ref }: Props) {
  return (
    <Steady
      ref={ref}
      type="submit"
      variant="contained"
      aria-disabled={busy}
      {...(wide && { size: 'large', fullWidth: true })}
    >
      {busy ? busyLabel : label}
    </Steady>
  );
}
