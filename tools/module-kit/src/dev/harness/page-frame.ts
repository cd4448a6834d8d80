import { useEffect } from 'react';
import { styled } from '@dps/ui';
import { texts } from './texts.ts';

/** The same page layout as in the shell for signed-in users. */
export const Content = styled('div')(({ theme }) => ({
  boxSizing: 'border-box',
  width: '100%',
  maxWidth: 1280,
  margin: '0 auto',
  padding: 24,
  [theme.breakpoints.down('sm')]: { padding: '20px 16px' },
}));

/** Sets the title of the document. */
export function useTitle(page: string, module: string): void {
  useEffect(() => {
    document.title = texts.page(page, module);
  }, [page, module]);
}
