import { isPageWide, splitSelectors, withoutStates } from './selector.ts';

/** The rules of a page. */
export interface PageStyles {
  /** Of each style rule its selectors, and its whole text to tell it from others. */
  rules: { selector: string; text: string }[];
  /** Names that the whole page shares, `@keyframes spin` and `@font-face Inter`, with what they stand for. */
  names: { name: string; text: string }[];
}

/** Runs in a page. Reads every rule of every style sheet. */
export function readStyles(): PageStyles {
  const rules: PageStyles['rules'] = [];
  const names: PageStyles['names'] = [];
  const selectorOf = (rule: CSSStyleRule, parent: string | null) => {
    if (parent === null) return rule.selectorText;
    const within = `:is(${parent})`;
    return rule.selectorText.includes('&')
      ? rule.selectorText.replaceAll('&', within)
      : `${within} ${rule.selectorText}`;
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
 * Runs in a page. Which of the selectors meet elements that the candidate has not drawn. Of those that the kit has made for
 * the shell's own elements, and of which it only now had to add a rule, none counts.
 *
 * @param given a selector each, with what it is about
 * @param isGone whether the candidate's page is gone, so that no element is the candidate's; while it is there, what stands
 *   around the page is not
 */
export function meetOthers({ given, isGone }: { given: [string, string][]; isGone: boolean }): string[] {
  const main = document.querySelector('main');
  const root = document.getElementById('root');
  const isOthers = (element: Element) =>
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
      // A selector that a browser does not know has no effect in it, either.
      return [];
    }
  };
  return given
    .filter(([, about]) => found(about).some((each) => isOthers(each) && !isMadeFor(each, about)))
    .map(([selector]) => selector);
}

/** What has come to a page's rules. */
export interface NewStyles {
  /** Those that are page-wide by themselves. */
  pageWide: string[];
  /** The others, each with what it is about. */
  others: [selector: string, about: string][];
  /** Shared names that stand for something else now. */
  taken: string[];
}

/** Compares the rules of a page with those that it had before. */
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

/** What a candidate's rules do to others, in sentences. */
export function styleProblems(pageWide: readonly string[], taken: readonly string[]): string[] {
  return [
    ...(pageWide.length > 0
      ? [`styles what it has not drawn: ${pageWide.join(', ')}. Give its own elements a class`]
      : []),
    ...(taken.length > 0 ? [`takes a name that the page uses already: ${taken.join(', ')}`] : []),
  ];
}
