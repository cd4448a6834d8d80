import type { ReactNode } from 'react';
import { Icon, icons, styled, TOP_BAR_HEIGHT } from '@dps/ui';
import { Link } from '@dps/ui/router';
import { texts } from '../texts/first-load.ts';

const Bar = styled('header')(({ theme }) => ({
  position: 'sticky',
  top: 0,
  zIndex: theme.vars.zIndex.appBar,
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  height: TOP_BAR_HEIGHT,
  padding: '0 16px',
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.paper,
}));
const Product = styled(Link)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minHeight: 40,
  marginInlineEnd: 'auto',
  borderRadius: theme.vars.shape.borderRadius,
  fontSize: theme.typography.h3.fontSize,
  fontWeight: 650,
  letterSpacing: '-0.01em',
  textDecoration: 'none',
  minWidth: 0,
  overflow: 'hidden',
  whiteSpace: 'nowrap',
  // The narrowest phones show the name without its mark.
  '@media (max-width: 359.95px)': { '& > svg': { display: 'none' } },
  // With large text, a phone shows the mark. Screen readers still read the name.
  '@media (max-width: 19.99em)': { gap: 0, fontSize: 0, '& > svg': { display: 'block' } },
  color: theme.vars.palette.text.primary,
  '& > svg': { color: theme.vars.palette.primary.main },
}));

/** The bar at the top of every page: `start`, the product's title, `children`. */
export function TopBar({ start, children }: { start?: ReactNode; children?: ReactNode }) {
  return (
    <Bar>
      {start}
      <Product to="/">
        <Icon path={icons.drone} size={24} />
        {texts.product}
      </Product>
      {children}
    </Bar>
  );
}
