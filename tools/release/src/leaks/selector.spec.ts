import { isPageWide, splitSelectors, withoutStates } from './selector.ts';

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
