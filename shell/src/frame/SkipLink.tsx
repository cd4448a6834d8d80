import type { MouseEvent } from 'react';
import { styled } from '@dps/ui';
import { texts } from '../texts/first-load.ts';
import { MAIN_ID } from './Main.tsx';

const Skip = styled('a')(({ theme }) => ({
  position: 'fixed',
  top: 8,
  left: 8,
  zIndex: theme.vars.zIndex.tooltip,
  padding: '8px 14px',
  borderRadius: theme.vars.shape.borderRadius,
  color: theme.vars.palette.primary.contrastText,
  backgroundColor: theme.vars.palette.primary.main,
  '&:not(:focus)': { transform: 'translateY(-200%)' },
}));

/** A link past the navigation for keyboard users. It is visible only while it has the focus. */
export function SkipLink() {
  const skip = (event: MouseEvent) => {
    // The default action would add the fragment to the address.
    event.preventDefault();
    document.getElementById(MAIN_ID)?.focus();
  };
  return (
    <Skip href={`#${MAIN_ID}`} onClick={skip}>
      {texts.skip}
    </Skip>
  );
}
