import { newStyles, isPageWide, splitSelectors, withoutStates, type PageStyles } from './styles.ts';

describe('splitSelectors', () => {
  it.each([
    ['a, b', ['a', 'b']],
    ['.a:is(b, c) , d[title="x,y"]', ['.a:is(b, c)', 'd[title="x,y"]']],
    ['*', ['*']],
  ])('%s', (list, expected) => {
    expect(splitSelectors(list)).toEqual(expected);
  });
});

describe('isPageWide', () => {
  it.each(['*', 'body', 'html', ':root', 'h1 > a', '::selection', ':focus-visible', '.MuiButton-root:hover'])(
    '%s is page-wide',
    (selector) => {
      expect(isPageWide(selector)).toBe(true);
    },
  );
  it.each(['.card', '#map', 'a[href]', '.css-1x2 h1', '.css-1x2 .MuiButton-root', ':root:has(.card)'])(
    '%s is not page-wide',
    (selector) => {
      expect(isPageWide(selector)).toBe(false);
    },
  );
});

describe('withoutStates', () => {
  it.each([
    ['.menu a:hover::before', '.menu a'],
    ['.menu > ::after', '.menu > *'],
    ['.a:focus-within .b:not(:hover)', '.a .b'],
    ['.a:focus-visible-not-a-state', '.a:focus-visible-not-a-state'],
    ['.x::part(label)', '.x'],
  ])('reduces %s to %s', (selector, expected) => {
    expect(withoutStates(selector)).toBe(expected);
  });
});

const styles = (rules: Record<string, string>, names: Record<string, string> = {}): PageStyles => ({
  rules: Object.entries(rules).map(([selector, body]) => ({ selector, text: `${selector} { ${body} }` })),
  names: Object.entries(names).map(([name, text]) => ({ name, text })),
});
const BEFORE = styles({ body: 'margin: 0', '.css-1': 'color: red' }, { '@keyframes spin': 'one' });

describe('newStyles', () => {
  it('ignores existing rules, even from another style sheet', () => {
    expect(newStyles(BEFORE, BEFORE)).toEqual({ pageWide: [], others: [], taken: [] });
  });

  it('separates page-wide rules from rules to match in the page', () => {
    const now = styles({ body: 'margin: 1px', '.card:hover, h1': 'color: blue' });
    expect(newStyles(BEFORE, now)).toEqual({
      pageWide: ['body', 'h1'],
      others: [['.card:hover', '.card']],
      taken: [],
    });
  });

  it('finds redefined names, and no new ones', () => {
    const now = styles({}, { '@keyframes spin': 'two', '@keyframes fade': 'three' });
    expect(newStyles(BEFORE, now).taken).toEqual(['@keyframes spin']);
  });
});
