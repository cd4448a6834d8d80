import { lazy, Suspense, type ReactNode } from 'react';
import { ContourLines, styled, Typography, useMediaQuery } from '@dps/ui';

/** Media with room for the offer next to a form. */
const WIDE = '@media (min-width: 64em)';

// A late or missing offer does not change the place of the form.
const Offer = lazy<() => ReactNode>(() =>
  import('../welcome/Offer.tsx').catch(() => ({ default: () => null })),
);

const Ground = styled('div')({
  position: 'relative',
  flexGrow: 1,
  display: 'flex',
  justifyContent: 'center',
  alignItems: 'flex-start',
  padding: 'clamp(24px, 6vh, 72px) 16px 40px',
  overflow: 'hidden',
  '@media (max-width: 599.95px)': { padding: '24px min(16px, 5vw) 40px' },
  [WIDE]: {
    '&[data-halves="true"]': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 34rem) 440px',
      gap: 64,
      paddingInline: 32,
    },
  },
});
/** Below the form in the document, which has the heading of the page. */
const Aside = styled('div')({ position: 'relative', order: -1 });
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

/** A page with one narrow card on a background of contour lines. On wide screens, the offer is next to the forms of visitors. */
export function NarrowPage({
  title,
  intro,
  more,
  hasOffer = false,
  children,
}: {
  title: string;
  intro: string;
  /** A link below the introduction. */
  more?: ReactNode;
  hasOffer?: boolean;
  children: ReactNode;
}) {
  const isWide = useMediaQuery(WIDE, { noSsr: true });
  return (
    <Ground data-halves={hasOffer}>
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
      {hasOffer && isWide && (
        <Aside>
          <Suspense>
            <Offer />
          </Suspense>
        </Aside>
      )}
    </Ground>
  );
}
