import { useEffect } from 'react';
import { NOT_FOUND_TITLE, NotFound } from '@dps/ui/not-found';
import { texts } from './texts.ts';

/** Replaces the title of the route in the title of the document, which the shell sets. */
function useNotFoundTitle(): void {
  useEffect(() => {
    const replace = (one: string, other: string) => {
      document.title = document.title.replace(one, other);
    };
    // The effect of the shell runs after the effects of the page.
    queueMicrotask(() => replace(texts.title, NOT_FOUND_TITLE));
    return () => replace(NOT_FOUND_TITLE, texts.title);
  }, []);
}

/** The page for users whom the deployment does not name: that of an unknown address. */
export function HiddenPage() {
  useNotFoundTitle();
  return <NotFound />;
}
