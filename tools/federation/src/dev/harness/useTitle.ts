import { useEffect } from 'react';
import { texts } from './texts.ts';

/** Sets the title of the document. */
export function useTitle(page: string, module: string): void {
  useEffect(() => {
    document.title = texts.page(page, module);
  }, [page, module]);
}
