/** Takes back what a dialog does to all that stands beside it in the document. */
function keepExposed(region: HTMLElement): MutationObserver {
  const observer = new MutationObserver(() => region.removeAttribute('aria-hidden'));
  observer.observe(region, { attributeFilter: ['aria-hidden'] });
  return observer;
}

/**
 * Adds the place of toasts to the end of the document. Dialogs hide what is beside them from assistive technology and
 * fetch the focus back from there; what a toast says is often about the dialog itself, so its place is exempt from both.
 *
 * @returns the place, and how to remove it
 */
export function addToastRegion(): { region: HTMLElement; remove: () => void } {
  const region = document.createElement('div');
  const observer = keepExposed(region);
  region.addEventListener('focusin', (event) => event.stopPropagation());
  document.body.append(region);
  return {
    region,
    remove: () => {
      observer.disconnect();
      region.remove();
    },
  };
}
