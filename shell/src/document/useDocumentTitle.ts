import { useEffect } from 'react';
import { texts } from '../texts/first-load.ts';

/** Sets the title of the document to the page and the product. */
export function useDocumentTitle(page: string): void {
  useEffect(() => {
    document.title = `${page} – ${texts.product}`;
  }, [page]);
}
