import type { ReactNode } from 'react';
import { FONT_SIZES, styled } from '@dps/ui';

const Place = styled('div')({ position: 'relative' });
const North = styled('span')(({ theme }) => ({
  position: 'absolute',
  top: 8,
  insetInlineEnd: 12,
  fontSize: FONT_SIZES.xs,
  fontWeight: 650,
  color: theme.vars.palette.text.secondary,
}));

export const PlanFigure = styled('figure')({ margin: 0, minWidth: 0 });

/** The drawing of a `Plan`. Lines have the same width at every scale. */
export const PlanSvg = styled('svg')(({ theme }) => ({
  display: 'block',
  width: '100%',
  height: 220,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.default,
  fill: 'none',
  stroke: theme.vars.palette.primary.main,
  strokeLinejoin: 'round',
  '& path': { vectorEffect: 'non-scaling-stroke' },
}));

/** A drawing to scale with north at the top, which it marks. Each module bundles this entry. */
export function Plan({ north, children }: { north: string; children: ReactNode }) {
  return (
    <Place>
      {children}
      <North>{north}</North>
    </Place>
  );
}
