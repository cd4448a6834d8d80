/** Creates the region of toasts. */
export function newToastRegion(): HTMLElement {
  return document.createElement('div');
}

/**
 * Adds the region of toasts to the end of the document. A dialog hides other content from assistive technology and takes the
 * focus back from it. Toasts are often about the dialog, so that their region is exempt from both.
 *
 * @returns a function that removes the region
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
