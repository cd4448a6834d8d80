import { useEffect } from 'react';
import { ownCookies } from '@dps/contract';
import { texts } from '../texts/first-load.ts';

/** Returns the nonce with which the document's content security policy allows scripts and styles; empty without one. */
export function documentNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.nonce ?? '';
}

/** Returns the cookies that the product has set in this browser, by their names without prefix. */
export const browserCookies = (): string => ownCookies(document.cookie, location.protocol === 'https:');

export function reloadPage(): void {
  location.reload();
}

/** Returns whether the page has unsaved changes: they cancel the event. A dispatched event does not open a dialog. */
export const isUnsaved = (): boolean =>
  !globalThis.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** Sets the title of the document to the page and the product. */
export function useDocumentTitle(page: string): void {
  useEffect(() => {
    document.title = `${page} – ${texts.product}`;
  }, [page]);
}
