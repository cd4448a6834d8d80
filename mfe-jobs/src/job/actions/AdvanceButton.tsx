import type { ComponentProps } from 'react';
import { Button, styled } from '@dps/ui';

const Steady = styled(Button)({ '&[aria-disabled="true"]': { cursor: 'progress', opacity: 0.7 } });

type AdvanceButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'onKeyDown'> & {
  /** While a step is pending, the button ignores presses. It is not disabled, because it would lose the focus. */
  busy: boolean;
  onStep: () => void;
};

/**
 * A button for one step of a sequence; its label may then change to the next step. The second click of a double click and
 * the repeats of a held key do not trigger another step.
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
