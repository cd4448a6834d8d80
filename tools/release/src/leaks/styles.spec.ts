import { newStyles, type PageStyles } from './styles.ts';

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
