/** The nonce that this document's content security policy allows scripts and styles by; empty where it has none. */
export function documentNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.nonce ?? '';
}
