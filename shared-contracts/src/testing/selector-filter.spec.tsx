const HTML = `
  <section id="page" class="page">
    <label class="MuiInputBase-root wide"><select class="MuiSelect-icon b:c"></select></label>
    <p CLASS="note
      css-1"><svg class="icon"><clipPath class="clip"></clipPath></svg></p>
  </section>`;

describe('selectors in component tests', () => {
  it.each([
    ['.note', 1],
    ['.css-1', 1],
    ['.css', 0],
    ['.note.css-1', 1],
    ['.note.wide', 0],
    ['p.note', 1],
    ['.page .note', 1],
    ['.page > .icon', 0],
    ['label + .note', 1],
    ['.wide ~ p', 1],
    ['.none, .note', 1],
    ['.none, .other', 0],
    ['.MuiInputBase-root:has(> .MuiSelect-icon)', 1],
    ['.MuiInputBase-root:has(> .icon)', 0],
    [':is(.note, .wide)', 2],
    ['p:not(.wide, :is(.a, .b))', 1],
    ['[class="icon"]', 1],
    ['.page [class~=wide]', 1],
    ['clipPath', 1],
    ['.b\\:c', 1],
    ['.none, .icon[class], p', 2],
    ['#page', 1],
    ['*', 6],
    ['.é', 0],
  ])('%s selects %i elements', (selector, count) => {
    document.body.innerHTML = HTML;
    const elements = [...document.body.querySelectorAll('*')];
    expect(elements.filter((element) => element.matches(selector))).toHaveLength(count);
  });

  it('that are not valid are refused each time', () => {
    for (let turn = 0; turn < 2; turn += 1)
      expect(() => document.body.matches('p..note')).toThrow(/p\.\.note/);
  });
});
