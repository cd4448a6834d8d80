import { changed, RawJson, Reference, toJson } from './values.ts';

describe('toJson', () => {
  it('writes raw JSON and resolves references', () => {
    const value = {
      deep: [new RawJson('1e309')],
      user: new Reference('user', true, 3),
      absent: undefined,
      none: null,
    };
    expect(toJson(value, ({ which }) => which * 2)).toBe('{"deep":[1e309],"user":6,"none":null}');
  });
});

describe('changed', () => {
  const value = { a: 1, b: { c: 2 } };

  it.each([
    ['replace', 1, { a: 1, b: 'x' }],
    ['replace', 2, { a: 1, b: { c: 'x' } }],
    ['remove', 0, { b: { c: 2 } }],
    ['add', 2, { a: 1, b: { c: 2, id: 'x' } }],
  ] as const)('%s at %d', (how, where, expected) => {
    expect(changed(value, how, where, 'x')).toEqual(expected);
    expect(value).toEqual({ a: 1, b: { c: 2 } });
  });

  it('adds __proto__ as an own property', () => {
    expect(toJson(changed(value, 'add', 6, 'x'), () => null)).toContain('"__proto__":"x"');
  });

  it('adds an item to a list', () => {
    expect(changed({ list: [1] }, 'add', 1, 'x')).toEqual({ list: [1, 'x'] });
  });

  it('replaces a value that is not a container', () => {
    expect(changed('text', 'remove', 5, 'x')).toBe('x');
  });
});
