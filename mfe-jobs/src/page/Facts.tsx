import type { ReactNode } from 'react';
import { FONT_SIZES, styled } from '@dps/ui';

const Definitions = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(160px, 100%), 1fr))',
  gap: '16px 24px',
  margin: 0,
  // With large text, a phone has room for one column.
  '@media (min-width: 20em) and (max-width: 37.49em)': { gridTemplateColumns: '1fr 1fr' },
});
const Term = styled('dt')(({ theme }) => ({
  fontSize: FONT_SIZES.xs,
  lineHeight: 16 / 12,
  marginBottom: 2,
  color: theme.vars.palette.text.secondary,
}));
const Value = styled('dd')({ margin: 0, overflowWrap: 'anywhere' });

/** Named values in a responsive grid. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <Definitions>
      {facts.map(([name, value]) => (
        <div key={name}>
          <Term>{name}</Term>
          <Value dir="auto">{value}</Value>
        </div>
      ))}
    </Definitions>
  );
}
