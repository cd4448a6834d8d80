import type { ReactNode } from 'react';
import { ContourLines, styled, Typography } from '@dps/ui';

const Ground = styled('div')({
  position: 'relative',
  flexGrow: 1,
  display: 'flex',
  justifyContent: 'center',
  alignItems: 'flex-start',
  padding: 'clamp(24px, 6vh, 72px) 16px 40px',
  overflow: 'hidden',
  '@media (max-width: 599.95px)': { padding: '24px min(16px, 5vw) 40px' },
});
const Behind = styled('div')({ position: 'absolute', inset: 0, pointerEvents: 'none' });
const Sheet = styled('div')(({ theme }) => ({
  position: 'relative',
  width: '100%',
  maxWidth: 440,
  padding: 32,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  '@media (max-width: 599.95px)': { padding: '24px min(20px, 6vw)' },
}));
const Head = styled('div')({ marginBottom: 24 });

/** A page with one narrow card on a background of contour lines. */
export function NarrowPage({
  title,
  intro,
  more,
  children,
}: {
  title: string;
  intro: string;
  /** A link below the introduction. */
  more?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Ground>
      <Behind>
        <ContourLines />
      </Behind>
      <Sheet>
        <Head>
          <Typography variant="h1" tabIndex={-1} gutterBottom>
            {title}
          </Typography>
          <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {intro}
          </Typography>
          {more}
        </Head>
        {children}
      </Sheet>
    </Ground>
  );
}
