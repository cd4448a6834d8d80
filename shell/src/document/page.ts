/** Returns the nonce with which the document's content security policy allows scripts and styles; empty without one. */
export function documentNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.nonce ?? '';
}

/** Reloads the page. */
export function reloadPage(): void {
  location.reload();
}
