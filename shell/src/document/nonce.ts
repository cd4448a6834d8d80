/** The nonce under which this document admits styles; nothing where it has none. */
export function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.nonce || undefined;
}
