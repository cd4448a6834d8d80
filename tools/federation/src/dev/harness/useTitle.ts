import { useEffect } from 'react';
import { texts } from './texts.ts';

/** Names the document after what it shows of the module. */
export function useTitle(page: string, module: string): void {
  useEffect(() => {
    document.title = texts.page(page, module);
  }, [page, module]);
}
