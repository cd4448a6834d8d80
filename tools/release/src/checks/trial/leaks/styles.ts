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

export interface PageStyles {
  /** Selector list and complete text of each style rule. */
  rules: { selector: string; text: string }[];
  /** Page-wide names, such as `@keyframes spin` and `@font-face Inter`, with their definitions. */
  names: { name: string; text: string }[];
}

/** Runs in a page. Reads every rule of every style sheet. */
export function readStyles(): PageStyles {
  const rules: PageStyles['rules'] = [];
  const names: PageStyles['names'] = [];
  const selectorOf = (rule: CSSStyleRule, parent: string | null) => {
    if (parent === null) return rule.selectorText;
    const parentSelector = `:is(${parent})`;
    return rule.selectorText.includes('&')
      ? rule.selectorText.replaceAll('&', parentSelector)
      : `${parentSelector} ${rule.selectorText}`;
  };
  const read = (list: CSSRuleList, parent: string | null) => {
    for (const rule of list) {
      let inside = parent;
      if (rule instanceof CSSStyleRule) {
        const selector = selectorOf(rule, parent);
        rules.push({ selector, text: rule.cssText });
        inside = selector;
      } else if (rule instanceof CSSKeyframesRule)
        names.push({ name: `@keyframes ${rule.name}`, text: rule.cssText });
      else if (rule instanceof CSSFontFaceRule)
        names.push({ name: `@font-face ${rule.style.getPropertyValue('font-family')}`, text: rule.cssText });
      if ('cssRules' in rule && rule.cssRules instanceof CSSRuleList) read(rule.cssRules, inside);
    }
  };
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) read(sheet.cssRules, null);
  return { rules, names };
}

/**
 * Runs in a page. Returns the selectors that match elements outside the candidate. Ignores rules that the UI kit adds
 * later for elements of the shell.
 *
 * @param given selectors, each with its form without states
 * @param isGone true after the candidate's page, when no element is the candidate's. Before, elements around the page are
 *   outside the candidate
 */
export function matchForeignElements({
  given,
  isGone,
}: {
  given: [string, string][];
  isGone: boolean;
}): string[] {
  const main = document.querySelector('main');
  const root = document.getElementById('root');
  const isForeign = (element: Element) =>
    isGone ||
    element === document.documentElement ||
    element === document.body ||
    element === main ||
    (root?.contains(element) === true && main?.contains(element) === false);
  const isMadeFor = (element: Element, selector: string) =>
    (selector.match(/\.css-[\w-]+/g) ?? []).some((own) => element.closest(own) !== null);
  const found = (selector: string) => {
    try {
      return [...document.querySelectorAll(selector)];
    } catch {
      // A selector that the browser does not support has no effect.
      return [];
    }
  };
  return given
    .filter(([, about]) => found(about).some((each) => isForeign(each) && !isMadeFor(each, about)))
    .map(([selector]) => selector);
}

/** New rules of a page. */
export interface NewStyles {
  /** Page-wide selectors. */
  pageWide: string[];
  /** Other selectors, each with its form without states. */
  others: [selector: string, about: string][];
  /** Page-wide names with a new definition. */
  taken: string[];
}

/** Compares the rules of a page with its earlier rules. */
export function newStyles(before: PageStyles, now: PageStyles): NewStyles {
  const known = new Set(before.rules.map(({ text }) => text));
  const selectors = new Set(
    now.rules.filter(({ text }) => !known.has(text)).flatMap(({ selector }) => splitSelectors(selector)),
  );
  const old = new Map<string, Set<string>>();
  for (const { name, text } of before.names) old.set(name, (old.get(name) ?? new Set()).add(text));
  const isTaken = ({ name, text }: { name: string; text: string }) => old.get(name)?.has(text) === false;
  return {
    pageWide: [...selectors].filter(isPageWide),
    others: [...selectors]
      .filter((each) => !isPageWide(each))
      .map((selector) => [selector, withoutStates(selector)]),
    taken: [...new Set(now.names.filter(isTaken).map(({ name }) => name))],
  };
}

/** Returns a sentence for each kind of style leak. */
export function styleProblems(pageWide: readonly string[], taken: readonly string[]): string[] {
  return [
    ...(pageWide.length > 0
      ? [`styles elements outside the module: ${pageWide.join(', ')}. Give its own elements a class`]
      : []),
    ...(taken.length > 0 ? [`redefines a name that the page already uses: ${taken.join(', ')}`] : []),
  ];
}
