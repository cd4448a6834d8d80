import { PAGE_LIMIT } from '@dps/contract';
import { DomainError } from '../../errors/domain-error.ts';
import { mapPage, nextLink, toPage, toSlice } from './keyset.ts';

const rows = (...ids: number[]) => ids.map((id) => ({ id }));

describe('toSlice', () => {
  it.each([
    [{}, { limit: PAGE_LIMIT, below: null }],
    [{ limit: 20 }, { limit: 20, below: null }],
    [
      { limit: 20, after: '7' },
      { limit: 20, below: 7 },
    ],
  ])('converts %j to %j', (query, slice) => {
    expect(toSlice(query)).toEqual(slice);
  });

  it.each(['', '0', '-1', '1.5', '07', 'x', '1e3', '2147483648', '99999999999'])(
    'refuses the cursor %p',
    (after) => {
      expect(() => toSlice({ after })).toThrow(DomainError);
    },
  );
});

describe('toPage', () => {
  it('has no cursor if there is no row beyond the limit', () => {
    expect(toPage(rows(3, 2), 2)).toEqual({ items: rows(3, 2), after: null });
    expect(toPage([], 2)).toEqual({ items: [], after: null });
  });

  it('has the id of its last row as the cursor', () => {
    expect(toPage(rows(5, 4, 2), 2)).toEqual({ items: rows(5, 4), after: '4' });
  });
});

it('mapPage keeps the cursor', () => {
  expect(mapPage({ items: [1, 2], after: '2' }, String)).toEqual({ items: ['1', '2'], after: '2' });
});

it.each([
  ['/api/jobs/available', '</api/jobs/available?after=9>; rel="next"'],
  ['/api/jobs/available?limit=2&after=12', '</api/jobs/available?limit=2&after=9>; rel="next"'],
  ['/api/jobs/available?text=a?b&limit=2', '</api/jobs/available?text=a%3Fb&limit=2&after=9>; rel="next"'],
])('nextLink returns the next page of %s', (url, link) => {
  expect(nextLink(url, '9')).toBe(link);
});
