import { styled } from '@dps/ui';

/** The same page layout as in the shell for signed-in users. */
export const Content = styled('div')(({ theme }) => ({
  boxSizing: 'border-box',
  width: '100%',
  maxWidth: 1280,
  margin: '0 auto',
  padding: 24,
  [theme.breakpoints.down('sm')]: { padding: '20px 16px' },
}));
