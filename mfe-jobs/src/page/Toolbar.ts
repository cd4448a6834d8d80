import { styled } from '@dps/ui';

/** The search and filters above a list: in one row on wide screens; on phones the search has its own row. */
export const Toolbar = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  gap: 12,
  '& > *': { flex: '0 0 auto' },
  '& > :first-child': { flex: '1 1 100%' },
  '& > :not(:first-child, button)': { flex: '1 1 110px', minWidth: 0 },
  '@media (min-width: 600px)': {
    '& > :first-child': { flex: '1 1 0' },
    '& > :not(:first-child, button)': { flex: '0 1 200px' },
  },
});
