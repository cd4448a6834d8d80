/** Fills a field in as password managers do that dispatch no event: their scripts do not see what React adds to the field. */
export function fillSilently(field: HTMLElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
}
