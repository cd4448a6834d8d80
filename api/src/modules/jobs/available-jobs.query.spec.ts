import type { AvailableJobsFilter } from '@dps/contract';
import { clientsNamed, filteredJobs, isOpenToAll, wordsOf } from './available-jobs.query.ts';

const slice = { limit: 20, below: null };

describe('isOpenToAll', () => {
  it.each<[AvailableJobsFilter, boolean]>([
    [{}, true],
    [{ text: '' }, true],
    [{ text: ' \t ' }, true],
    [{ text: '%-' }, true],
    [{ text: 'a' }, false],
    [{ minBudget: 0 }, false],
    [{ surveyType: 'Mapping' }, false],
    [{ deadlineTo: '2030-01-01' }, false],
    [{ within: 50 }, false],
  ])('%j: %s', (filter, expected) => {
    expect(isOpenToAll(filter)).toBe(expected);
  });
});

it.each([
  ['Roof ', ['Roof']],
  ['boise, ID', ['boise', 'ID']],
  ['100% a_b C:\\x', ['100', 'a', 'b', 'C', 'x']],
  ["'; DROP TABLE jobs; --", ['DROP', 'TABLE', 'jobs']],
  ['$1 $& (.*)', ['1']],
  ['дом Ü', ['дом', 'Ü']],
  ['a '.repeat(50), Array(10).fill('a')],
])('the words of %j are %j', (text, words) => {
  expect(wordsOf({ text })).toEqual(words);
});

it('a word of one or two characters begins a word, and a longer one is anywhere', () => {
  expect(clientsNamed(['zq', 'dam']).values).toEqual(['% zq%', '%dam%']);
});

it('numbers the values in the order of the conditions that are set', () => {
  const filter = { text: 'roof', maxBudget: 9.5, deadlineTo: '2030-06-30' };
  const { text, values } = filteredJobs(filter, { clientIds: [4], base: null }, { limit: 5, below: 17 });
  expect(values).toEqual(['%roof%', 9.5, '2030-06-30T00:00:00Z', [4], 17, 6]);
  expect(text).toContain('ILIKE $1 OR jobs.client_id = ANY ($4::int[])');
  expect(text).toContain('budget <= $2');
  expect(text).toContain('deadline < $3::');
  expect(text).toContain('id < $5::');
  expect(text).toContain('LIMIT $6');
  expect(filteredJobs(filter, { clientIds: [], base: null }, slice).text).not.toContain('client_id = ANY');
});
