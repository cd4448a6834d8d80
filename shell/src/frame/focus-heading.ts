/**
 * Moves the focus to the heading of a new page, so that a screen reader starts there: to `main` at once, and to the heading
 * when it is rendered, unless the user has moved the focus meanwhile.
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
