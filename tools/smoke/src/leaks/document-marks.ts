/** The attributes of `html` and `body`, by `html lang`. */
export type DocumentMarks = Record<string, string>;

/** Runs in a page. */
export function readMarks(): DocumentMarks {
  const elements = [document.documentElement, document.body];
  return Object.fromEntries(
    elements.flatMap((element) =>
      [...element.attributes].map(({ name, value }) => [`${element.localName} ${name}`, value]),
    ),
  );
}

/** What stays changed after a page was left, in sentences. */
export function markProblems(before: DocumentMarks, after: DocumentMarks): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter((name) => (before[name] ?? '') !== (after[name] ?? ''));
  if (changed.length === 0) return [];
  const told = changed.map((name) => `${name}="${after[name] ?? ''}"`).join(', ');
  return [`leaves the document changed when its page is left: ${told}. Put it back on unmount`];
}
