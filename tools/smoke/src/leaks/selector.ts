/** A class that the kit makes out of a rule's content, so that no two rules can want the same one. */
const OWN_CLASS = /\.css-[\w-]+/;
/** A class that the kit gives to its parts wherever they stand. */
const KIT_CLASS = /\.Mui[A-Z]/;
const NAMES_SOMETHING = /[.#[]/;
const STATES =
  /::[\w-]+(\([^()]*\))?|:(before|after|first-line|first-letter|hover|active|focus|focus-visible|focus-within|visited)(?![\w-])/g;

/** The selectors of a list, `a, b:is(c, d)` as `a` and `b:is(c, d)`. */
export function splitSelectors(list: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < list.length; at += 1) {
    const letter = list[at];
    if (letter === '(' || letter === '[') depth += 1;
    if (letter === ')' || letter === ']') depth -= 1;
    if (letter !== ',' || depth > 0) continue;
    found.push(list.slice(from, at).trim());
    from = at + 1;
  }
  return [...found, list.slice(from).trim()].filter(Boolean);
}

/** Whether it names no class, id or attribute (`body`, `h1 > a`, `*`), or only classes that all parts of the kit have. */
export const isPageWide = (selector: string): boolean =>
  !NAMES_SOMETHING.test(selector) || (KIT_CLASS.test(selector) && !OWN_CLASS.test(selector));

/** What a selector is about, in whatever state: `.menu a:hover::before` is about `.menu a`. */
export function withoutStates(selector: string): string {
  const parts = selector.split(/(?<=[\s>+~])/).map((part) => part.replace(STATES, '') || '*');
  return parts.join('').replaceAll(':not()', '');
}
