import { sizeIncreases, type Predecessor } from './size-gate.ts';

const KIB = 1024;
const sizes = (first: Record<string, number>, all = 100) => ({
  first: Object.fromEntries(Object.entries(first).map(([screen, size]) => [screen, size * KIB])),
  all: all * KIB,
});
const before = (first: Record<string, number>, all?: number): Predecessor => ({
  version: '1.0.0',
  sizes: sizes(first, all),
});

describe('sizeIncreases', () => {
  it.each([
    ['5 KiB more of a small page', 10, 15, 0],
    ['more than that', 10, 15.1, 1],
    ['a tenth more of a large page', 80, 88, 0],
    ['more than that of a large page', 80, 88.1, 1],
    ['less than before', 20, 5, 0],
  ])('checks %s', (_what, was, is, found) => {
    expect(sizeIncreases(sizes({ '/jobs': is }), before({ '/jobs': was }))).toHaveLength(found);
  });

  it('reports the increase and the budget to state', () => {
    expect(sizeIncreases(sizes({ '/jobs': 20.2, '/new': 29 }), before({ '/jobs': 12 }))).toEqual([
      '/jobs: 20.2 KiB of scripts first, 8.2 KiB (68 %) more than 1.0.0 needs. Load code that the first paint does not need ' +
        'with import(), or state the new size in module.json: "budget": { "first": 21 }',
    ]);
  });
});
