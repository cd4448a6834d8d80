import { jumps, sizeLine, type Predecessor } from './size-report.ts';

const KIB = 1024;
const sizes = (first: Record<string, number>, all = 100) => ({
  first: Object.fromEntries(Object.entries(first).map(([screen, size]) => [screen, size * KIB])),
  all: all * KIB,
});
const before = (first: Record<string, number>, all?: number): Predecessor => ({
  version: '1.0.0',
  sizes: sizes(first, all),
});

describe('the line about sizes', () => {
  it.each([
    [
      'a first release',
      sizeLine('jobs 1.0.0', sizes({ '/jobs': 48.2 }, 131)),
      'jobs 1.0.0: /jobs 48.2 KiB first; 131.0 KiB in all',
    ],
    [
      'a later one, with a page that is new',
      sizeLine('jobs 1.1.0', sizes({ '/jobs': 48.2, '/plan': 9 }, 130), before({ '/jobs': 46.9 }, 131)),
      'jobs 1.1.0: /jobs 48.2 KiB first (+1.3), /plan 9.0 KiB first; 130.0 KiB in all (-1.0), compared with 1.0.0',
    ],
    [
      'one that is as large as before',
      sizeLine('jobs 1.1.0', sizes({}), before({})),
      'jobs 1.1.0: 100.0 KiB in all (0.0), compared with 1.0.0',
    ],
  ])('tells of %s', (_what, line, expected) => expect(line).toBe(expected));
});

describe('a page that needs much more than before', () => {
  it.each([
    ['5 KiB more of a small page', 10, 15, 0],
    ['more than that', 10, 15.1, 1],
    ['a tenth more of a large page', 80, 88, 0],
    ['more than that of a large page', 80, 88.1, 1],
    ['less than before', 20, 5, 0],
  ])('is found at %s', (_what, was, is, found) => {
    expect(jumps(sizes({ '/jobs': is }), before({ '/jobs': was }))).toHaveLength(found);
  });

  it('is told by how much, and how to say that it is meant', () => {
    expect(jumps(sizes({ '/jobs': 20.2, '/new': 29 }), before({ '/jobs': 12 }))).toEqual([
      '/jobs: 20.2 KiB of scripts first, 8.2 KiB (68 %) more than 1.0.0 needs. Put what can come after the first paint ' +
        'behind an import(), or state in module.json that it is meant: "budget": { "first": 21 }',
    ]);
  });
});
