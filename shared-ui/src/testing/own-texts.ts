// A browser that translates a page replaces its text nodes. React then cannot remove such a node, nor insert another one before
// it, and a change of it does not show. React sets the text of an element whose only child is a text, which also works on a
// translated page. A component test therefore fails if React changes a text that is not the only child of an element.
import { afterEach, beforeEach } from '@jest/globals';

/** React stores a property in each text node to which it refers. It refers to no only child. */
const isReferred = (node: Node | null) => node instanceof Text && Object.keys(node).length > 0;

/** Returns the texts that a translated page would not change. */
export function textsWithoutElement(records: readonly MutationRecord[]): string[] {
  return records.flatMap(({ type, target, oldValue, removedNodes, addedNodes, nextSibling }) => {
    if (type === 'characterData')
      return isReferred(target) ? `"${oldValue}" becomes "${target.textContent}"` : [];
    // The helper that translates a page replaces nodes; React does not.
    const removed = addedNodes.length === 0 ? [...removedNodes].filter(isReferred) : [];
    const isBefore = addedNodes.length > 0 && isReferred(nextSibling);
    return [
      ...removed.map(({ textContent }) => `"${textContent}" disappears`),
      ...(isBefore ? [`a node appears before "${nextSibling?.textContent}"`] : []),
    ];
  });
}

const found: string[] = [];
const observer = new MutationObserver((records) => void found.push(...textsWithoutElement(records)));
observer.observe(document, {
  childList: true,
  characterData: true,
  characterDataOldValue: true,
  subtree: true,
});

beforeEach(() => {
  observer.takeRecords();
  found.length = 0;
});

afterEach(() => {
  found.push(...textsWithoutElement(observer.takeRecords()));
  if (found.length > 0) throw new Error(`Give these texts an element of their own:\n${found.join('\n')}`);
});
