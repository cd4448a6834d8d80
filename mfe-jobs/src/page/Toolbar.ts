import { styled } from '@dps/shared-contracts/ui';

/** Search and filters above what they filter: side by side where there is room. */
export const Toolbar = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  '@media (min-width: 600px)': { gridTemplateColumns: 'minmax(0, 1fr) 220px' },
});
