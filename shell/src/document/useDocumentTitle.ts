import { useEffect } from 'react';
import { texts } from '../texts/first-load.ts';

/** Names the document after its page. */
export function useDocumentTitle(page: string): void {
  useEffect(() => {
    document.title = `${page} – ${texts.product}`;
  }, [page]);
}
