import type { AvailableJobsFilter } from '@dps/contract';
import { filteredJobs, isOpenToAll, isRare, shortTextSample } from './available-jobs.query.ts';

const slice = { limit: 20, below: null };

/** Returns the values of a filter's query, without the cursor and the limit. */
const valuesOf = (filter: AvailableJobsFilter) => filteredJobs(filter, slice, false).values.slice(0, -2);

describe('isOpenToAll', () => {
  it.each<[AvailableJobsFilter, boolean]>([
    [{}, true],
    [{ text: '' }, true],
    [{ text: ' \t ' }, true],
    [{ text: 'a' }, false],
    [{ minBudget: 0 }, false],
    [{ surveyType: 'Mapping' }, false],
    [{ deadlineTo: '2030-01-01' }, false],
  ])('%j: %s', (filter, expected) => {
    expect(isOpenToAll(filter)).toBe(expected);
  });
});

describe('filteredJobs', () => {
  it.each([
    ['Roof ', '%Roof%'],
    ['100%', '%100\\%%'],
    ['a_b', '%a\\_b%'],
    ['C:\\x', '%C:\\\\x%'],
    [`'; DROP TABLE jobs; --`, `%'; DROP TABLE jobs; --%`],
    ['$1 $& $', '%$1 $& $%'],
  ])('searches for %j literally', (text, pattern) => {
    expect(valuesOf({ text })).toEqual([pattern]);
  });

  it('numbers the values in the order of the conditions that are set', () => {
    const { text, values } = filteredJobs(
      { text: 'roof', maxBudget: 9.5, deadlineTo: '2030-06-30' },
      { limit: 5, below: 17 },
      false,
    );
    expect(values).toEqual(['%roof%', 9.5, '2030-06-30T00:00:00Z', 17, 6]);
    expect(text).toContain('jobs.location) ILIKE $1');
    expect(text).toContain('budget <= $2');
    expect(text).toContain('deadline < $3::');
    expect(text).toContain('id < $4::');
    expect(text).toContain('LIMIT $5');
    expect(text).not.toContain('$6');
  });
});

describe('shortTextSample', () => {
  it.each([
    ['zq', '%zq%'],
    ['ж', '%ж%'],
    [' 7% ', '%7\\%%'],
    ['a-b.c', '%a-b.c%'],
    ['🚁', '%🚁%'],
  ])('counts the matches of %j, which has no trigram', (text, pattern) => {
    expect(shortTextSample({ text }, { limit: 20, below: 9 })?.values).toEqual([pattern, 9]);
  });

  it.each(['roof', '1.234', 'дом', '', ' ', '\u001F', undefined])('is null for %j', (text) => {
    expect(shortTextSample({ ...(text !== undefined && { text }) }, slice)).toBeNull();
  });
});

describe('isRare', () => {
  it.each([
    [9, 20, true],
    [10, 20, false],
    [49, 500, true],
    [50, 500, false],
  ])('%i matches of 1,000 for a page of %i: %s', (matches, limit, expected) => {
    expect(isRare(matches, { limit, below: null })).toBe(expected);
  });
});

it('filters by the index of short texts only if the text is rare', () => {
  const filter = { text: 'zq', surveyType: 'Mapping' } as const;
  expect(filteredJobs(filter, slice, true).values.slice(0, 3)).toEqual(['%zq%', 'Mapping', 'zq']);
  expect(filteredJobs(filter, slice, true).text).toContain('left(lower($3::text), 2)');
  expect(filteredJobs(filter, slice, false).text).not.toContain('short_texts');
});
