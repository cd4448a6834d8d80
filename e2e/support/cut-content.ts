/** Returns the parts of a page that are cut off or outside of it. Runs in the page. */
export function cutContent(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  const found = scrollWidth > clientWidth ? [`page: ${scrollWidth} of ${clientWidth} px`] : [];
  const range = document.createRange();
  const hidden = new Set<Element | null>();
  const scrolled = new Set<Element | null>();
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    // Visually hidden parts have a size of 1 px.
    if (
      hidden.has(element.parentElement) ||
      box.width <= 2 ||
      box.height <= 2 ||
      style.visibility === 'hidden'
    ) {
      hidden.add(element);
      continue;
    }
    const problem = (what: string) =>
      found.push(`${what}: ${element.tagName} "${element.innerText.slice(0, 40)}"`);
    // A wide table scrolls in a box of its own.
    const scrollsTable = style.overflowX === 'auto' && element.firstElementChild instanceof HTMLTableElement;
    if (scrollsTable || scrolled.has(element.parentElement)) scrolled.add(element);
    const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    const isInput = element instanceof HTMLInputElement;
    if (hides(style.overflowX) && !isInput && element.scrollWidth > element.clientWidth + 1)
      problem('cut at the side');
    // A clamped text shows its first lines on purpose.
    if (
      hides(style.overflowY) &&
      style.webkitLineClamp === 'none' &&
      element.scrollHeight > element.clientHeight + 2
    )
      problem('cut below');
    if (isInput && element.clientHeight < Number.parseFloat(style.fontSize))
      problem(`lower than its text: ${element.name}`);
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) continue;
      range.selectNode(node);
      const text = range.getBoundingClientRect();
      if (!scrolled.has(element) && (text.right > clientWidth + 1 || text.left < -1))
        problem('outside the page');
      else if (style.display !== 'inline' && text.right > box.right + 1) problem('wider than its part');
    }
  }
  return [...new Set(found)];
}
