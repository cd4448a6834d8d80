import type { ReactNode } from 'react';
import { GlobalStyles, styled, Typography } from '@dps/ui';
import { Card } from '@dps/ui/data';
import { Literal } from '../text/Literal.tsx';

/** Prints the sheet alone, whatever frame the shell shows around it. */
const printOnly = (
  <GlobalStyles
    styles={{
      '@media print': {
        'body :not(:has([data-sheet]), [data-sheet], [data-sheet] *)': { display: 'none !important' },
        ':has([data-sheet])': {
          margin: '0 !important',
          padding: '0 !important',
          minHeight: '0 !important',
        },
        'html, body': { background: '#fff !important' },
      },
      '@page': { margin: '16mm' },
    }}
  />
);

/** Returns a palette as CSS variables: `--dps-palette-text-primary`. */
function variablesOf(colors: object, name = '--dps-palette'): Record<string, string> {
  return Object.fromEntries(
    Object.entries(colors).flatMap(([key, value]: [string, unknown]) => {
      if (typeof value === 'string') return [[`${name}-${key}`, value]];
      return typeof value === 'object' && value !== null
        ? Object.entries(variablesOf(value, `${name}-${key}`))
        : [];
    }),
  );
}

const Sheet = styled(Card)(({ theme }) => {
  const palette = theme.colorSchemes.light?.palette ?? theme.palette;
  const { text, background, divider, primary, warning, tones } = palette;
  return {
    maxWidth: 760,
    padding: 32,
    '@media (max-width: 599.95px)': { padding: 16 },
    '@media print': {
      maxWidth: 'none',
      padding: 0,
      border: 0,
      background: '#fff',
      color: text.primary,
      // Also a dark page prints dark ink.
      ...variablesOf({ text, background, divider, primary, warning, tones }),
    },
  };
});

/** A sheet of paper on the screen. The browser prints it alone, in the light scheme, with its label as the heading. */
export function PrintSheet({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Sheet role="region" aria-label={label} data-sheet>
      {printOnly}
      {/* On the screen, the page has the same heading. */}
      <Typography variant="h2" sx={{ '@media screen': { display: 'none' } }}>
        {label}
      </Typography>
      {children}
    </Sheet>
  );
}

/** A label, and the lines of text below it. */
export type SheetFact = readonly [label: string, ...lines: string[]];

const Facts = styled('dl')(({ theme }) => ({
  display: 'grid',
  // A column is as wide as its longest line, so that numbers and ids do not break while there is room.
  gridTemplateColumns: 'repeat(3, minmax(0, auto))',
  gap: '16px 24px',
  margin: '0 0 24px',
  '@media print': { marginTop: 24 },
  dt: { color: theme.vars.palette.text.secondary },
  dd: { margin: 0, overflowWrap: 'anywhere', unicodeBidi: 'plaintext' },
  'dd + dd': { color: theme.vars.palette.text.secondary },
  '@media screen and (max-width: 599.95px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
}));

/** A list of details on a sheet, in three columns. No browser translates those that are `literal`. */
export function SheetFacts({ facts, literal = false }: { facts: readonly SheetFact[]; literal?: boolean }) {
  return (
    <Facts>
      {facts.map(([label, ...lines]) => (
        <div key={label}>
          <dt>{label}</dt>
          {lines.map((line) => (
            <dd key={line} dir="auto">
              {literal ? <Literal>{line}</Literal> : line}
            </dd>
          ))}
        </div>
      ))}
    </Facts>
  );
}
