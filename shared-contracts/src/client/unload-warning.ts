import { useEffect } from 'react';

/**
 * While `unsaved` is true, the browser warns the user before the page is closed or reloaded. Modules bundle this entry, so
 * that it also works with a shell of an earlier contract.
 */
export function useUnloadWarning(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [unsaved]);
}
