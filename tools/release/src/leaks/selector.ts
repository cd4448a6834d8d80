/** A class that the UI kit generates from a rule's content, so that rules cannot collide. */
const OWN_CLASS = /\.css-[\w-]+/;
/** A class that the UI kit gives to all instances of a component. */
const KIT_CLASS = /\.Mui[A-Z]/;
const NAMES_SOMETHING = /[.#[]/;
const STATES =
  /::[\w-]+(\([^()]*\))?|:(before|after|first-line|first-letter|hover|active|focus|focus-visible|focus-within|visited)(?![\w-])/g;

/** Splits a selector list: `a, b:is(c, d)` into `a` and `b:is(c, d)`. */
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

/** Returns whether a selector has no class, id or attribute (`body`, `h1 > a`, `*`), or only classes of kit components. */
export const isPageWide = (selector: string): boolean =>
  !NAMES_SOMETHING.test(selector) || (KIT_CLASS.test(selector) && !OWN_CLASS.test(selector));

/** Removes states and pseudo-elements from a selector: `.menu a:hover::before` becomes `.menu a`. */
export function withoutStates(selector: string): string {
  const parts = selector.split(/(?<=[\s>+~])/).map((part) => part.replace(STATES, '') || '*');
  return parts.join('').replaceAll(':not()', '');
}
