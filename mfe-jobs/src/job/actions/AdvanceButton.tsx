import type { ComponentProps } from 'react';
import { Button, styled } from '@dps/ui';

const Steady = styled(Button)({ '&[aria-disabled="true"]': { cursor: 'progress', opacity: 0.7 } });

type AdvanceButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'onKeyDown'> & {
  /** While a step is under way presses are ignored; the button keeps the focus, which a disabled one would drop. */
  busy: boolean;
  onStep: () => void;
};

/**
 * A button that moves something on and may then read what comes next: the second click of a double click, and a key that
 * is held, mean the same step and no other one.
 */
export function AdvanceButton({ busy, onStep, ...button }: AdvanceButtonProps) {
  return (
    <Steady
      {...button}
      aria-disabled={busy}
      onClick={(event) => {
        if (!busy && event.detail < 2) onStep();
      }}
      onKeyDown={(event) => {
        if (event.repeat && event.key === 'Enter') event.preventDefault();
      }}
    />
  );
}
