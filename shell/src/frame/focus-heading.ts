/**
 * Moves the focus to the heading of a new page, so that a screen reader starts there. The focus moves to `main` at once. When
 * the heading is rendered, it moves there, unless the user has moved it meanwhile.
 *
 * @returns a function that stops the observation
 */
export function focusHeading(main: HTMLElement): () => void {
  const observer = new MutationObserver(moveOn);
  function moveOn() {
    const heading = main.querySelector<HTMLElement>('h1[tabindex]');
    if (document.activeElement !== main && document.activeElement !== document.body) observer.disconnect();
    else if (heading) {
      observer.disconnect();
      heading.focus({ preventScroll: true });
    }
  }
  main.focus({ preventScroll: true });
  observer.observe(main, { childList: true, subtree: true });
  moveOn();
  return () => observer.disconnect();
}
