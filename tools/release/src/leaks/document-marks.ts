/** The attributes of `html` and `body`, by `html lang`. */
export type DocumentMarks = Record<string, string>;

/** Runs in a page. Reads the attributes. */
export function readMarks(): DocumentMarks {
  const elements = [document.documentElement, document.body];
  return Object.fromEntries(
    elements.flatMap((element) =>
      [...element.attributes].map(({ name, value }) => [`${element.localName} ${name}`, value]),
    ),
  );
}

/** Returns a sentence if attributes are still changed after a page. */
export function markProblems(before: DocumentMarks, after: DocumentMarks): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter((name) => (before[name] ?? '') !== (after[name] ?? ''));
  if (changed.length === 0) return [];
  const values = changed.map((name) => `${name}="${after[name] ?? ''}"`).join(', ');
  return [`leaves changes in the document after its page: ${values}. Undo them on unmount`];
}
