import { sizeIncreases, sizeLine, type Predecessor } from './size-report.ts';

const KIB = 1024;
const sizes = (first: Record<string, number>, all = 100) => ({
  first: Object.fromEntries(Object.entries(first).map(([screen, size]) => [screen, size * KIB])),
  all: all * KIB,
});
const before = (first: Record<string, number>, all?: number): Predecessor => ({
  version: '1.0.0',
  sizes: sizes(first, all),
});

describe('sizeLine', () => {
  it.each([
    [
      'a first release',
      sizeLine('jobs 1.0.0', sizes({ '/jobs': 48.2 }, 131)),
      'jobs 1.0.0: /jobs 48.2 KiB first; 131.0 KiB in all',
    ],
    [
      'a later release with a new page',
      sizeLine('jobs 1.1.0', sizes({ '/jobs': 48.2, '/plan': 9 }, 130), before({ '/jobs': 46.9 }, 131)),
      'jobs 1.1.0: /jobs 48.2 KiB first (+1.3), /plan 9.0 KiB first; 130.0 KiB in all (-1.0), compared with 1.0.0',
    ],
    [
      'a release of the same size',
      sizeLine('jobs 1.1.0', sizes({}), before({})),
      'jobs 1.1.0: 100.0 KiB in all (0.0), compared with 1.0.0',
    ],
  ])('describes %s', (_what, line, expected) => expect(line).toBe(expected));
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
