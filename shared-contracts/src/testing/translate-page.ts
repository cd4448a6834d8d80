/**
 * Replaces the text nodes of the page as a browser does that translates it, each by two `font` elements, and later the new
 * ones. The texts stay the same. A journey runs this function in the page, so it uses nothing outside of itself.
 *
 * @returns a function that stops it
 */
export function translatePage(): () => void {
  const replaced = (text: Text) => {
    const parent = text.parentElement;
    if (text.data.trim() === '' || !parent?.closest('body')) return;
    if (parent.closest('[translate="no"], .notranslate, font, script, style, textarea, svg')) return;
    const inner = document.createElement('font');
    inner.textContent = text.data;
    const outer = document.createElement('font');
    outer.append(inner);
    text.replaceWith(outer);
  };
  const translate = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = root instanceof Text ? [root] : [];
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    for (const text of texts) replaced(text);
  };
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records) for (const node of [target, ...addedNodes]) translate(node);
  });
  observer.observe(document, { childList: true, characterData: true, subtree: true });
  translate(document);
  return () => observer.disconnect();
}
