import { readValues, writeValues } from '../url-state/url-values.ts';
import {
  budgetRange,
  countMoreFilters,
  deadlineRange,
  isFiltered,
  toJobFilter,
  JOBS_URL,
  NO_FILTER,
  type JobsFilterValues,
} from './jobs-url.ts';

const values = (given: Partial<JobsFilterValues>) => ({ ...NO_FILTER, ...given });

describe('the URL of the jobs page', () => {
  it('round-trips', () => {
    const search =
      'q=roof&status=in-progress&type=Crop+Analysis&min=100&max=2500.5&from=2026-11-01&to=2026-11-30&job=7';
    expect(writeValues(JOBS_URL, readValues(JOBS_URL, search), search)).toBe(search);
  });

  it.each(['status=gone', 'type=Nothing', 'min=abc', 'from=2026-02-31', 'new=yes', `q=${'x'.repeat(201)}`])(
    'omits %j',
    (search) => {
      expect(readValues(JOBS_URL, search)).toEqual(JOBS_URL.defaults);
      expect(writeValues(JOBS_URL, JOBS_URL.defaults, search)).toBe('');
    },
  );
});

describe('the filter', () => {
  it('uses cents and days', () => {
    const filter = toJobFilter(values({ q: 'x', min: '12.5', max: '99.99', from: '2026-11-01', to: '' }));
    expect(filter).toEqual({
      search: 'x',
      status: 'all',
      surveyType: 'all',
      budget: { from: 1250, to: 9999 },
      deadline: { from: '2026-11-01', to: null },
    });
  });

  it.each([
    ['5', '4', { from: null, to: 'reversed' }],
    ['1,000', '4', { from: 'unreadable', to: null }],
    ['', '4.005', { from: null, to: 'unreadable' }],
  ])('reports the budgets %j to %j: %j', (min, max, problems) => {
    expect(budgetRange(values({ min, max })).problems).toEqual(problems);
  });

  it.each([
    ['2026-11-02', '2026-11-01', { from: null, to: 'reversed' }],
    ['12026-11-01', '', { from: 'unreadable', to: null }],
  ])('reports the deadlines %j to %j: %j', (from, to, problems) => {
    expect(deadlineRange(values({ from, to })).problems).toEqual(problems);
  });
});

describe('the number of set filters', () => {
  it.each<[Partial<JobsFilterValues>, number, boolean]>([
    [{}, 0, false],
    [{ q: '  ' }, 0, false],
    [{ q: 'roof' }, 0, true],
    [{ status: 'paid' }, 0, true],
    [{ type: 'Mapping' }, 1, true],
    [{ min: '1' }, 1, true],
    [{ min: '1', max: '2' }, 1, true],
    [{ type: 'Mapping', max: '2', to: '2026-11-01' }, 3, true],
  ])('for %j is %d advanced, any: %s', (given, advanced, any) => {
    expect([countMoreFilters(values(given)), isFiltered(values(given))]).toEqual([advanced, any]);
  });
});
