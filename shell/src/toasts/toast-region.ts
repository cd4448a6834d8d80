/** Makes the place of toasts. */
export function newToastRegion(): HTMLElement {
  return document.createElement('div');
}

/**
 * Adds the place of toasts to the end of the document. Dialogs hide what is beside them from assistive technology and
 * fetch the focus back from there; what a toast says is often about the dialog itself, so its place is exempt from both.
 *
 * @returns how to remove it
 */
export function addToastRegion(region: HTMLElement): () => void {
  const exposed = new MutationObserver(() => region.removeAttribute('aria-hidden'));
  exposed.observe(region, { attributeFilter: ['aria-hidden'] });
  const keepFocus = (event: Event) => event.stopPropagation();
  region.addEventListener('focusin', keepFocus);
  document.body.append(region);
  return () => {
    exposed.disconnect();
    region.removeEventListener('focusin', keepFocus);
    region.remove();
  };
}
