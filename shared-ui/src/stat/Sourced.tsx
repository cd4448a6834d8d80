import type { ReactNode } from 'react';
import { Typography } from '@dps/ui';
import { Literal } from '../text/Literal.tsx';

interface Props {
  value: ReactNode;
  /** The lines below the value. */
  source: string | readonly string[];
}

/**
 * A figure with its source in smaller lines below it, for the value of a card or a cell. Each module bundles this entry, so
 * it works on an older shell.
 */
export function Sourced({ value, source }: Props) {
  return (
    <>
      {typeof value === 'object' ? value : <Literal>{value}</Literal>}
      {[source].flat().map((line) => (
        <Typography
          key={line}
          variant="caption"
          component="span"
          color="textSecondary"
          sx={{ display: 'block', whiteSpace: 'normal' }}
        >
          {line}
        </Typography>
      ))}
    </>
  );
}
