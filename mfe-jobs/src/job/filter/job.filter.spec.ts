import { DASHBOARD_SURVEY_TYPES } from '@dps/contract';
import { filterJobs, offeredSurveyTypes, type JobFilter } from './job.filter.ts';
import { sampleJob } from '../../testing/samples.ts';

const jobs = [
  sampleJob({ id: 1, title: 'Roof seams', location: 'Austin, TX', status: 'pending' }),
  sampleJob({ id: 2, title: 'Vineyard', surveyType: 'Crop Analysis', status: 'review' }),
  sampleJob({ id: 3, title: 'Bridge', description: 'Rust under the DECK', client: { name: 'Ines Okafor' } }),
  sampleJob({ id: 12, title: 'Café José', location: 'Ålesund', status: 'paid' }),
];
const idsOf = (found: { id: number }[]) => found.map(({ id }) => id);

describe('filterJobs', () => {
  it.each<[string, JobFilter, number[]]>([
    ['everything open', { search: '', status: 'all', surveyType: 'all' }, [1, 2, 3, 12]],
    ['a title in another case', { search: 'vINEyard' }, [2]],
    ['outer spaces', { search: '  bridge ' }, [3]],
    ['a place', { search: 'austin' }, [1, 2, 3]],
    ['a word of the description', { search: 'deck' }, [3]],
    ["the client's name", { search: 'okafor' }, [3]],
    ['a survey type in words', { search: 'crop' }, [2]],
    ['a number as the table shows it', { search: '#dps-2024-012' }, [12]],
    ['words in any order, from several fields', { search: 'austin  seams' }, [1]],
    ['words that no job has together', { search: 'bridge seams' }, []],
    ['a word without its accents', { search: 'cafe jose' }, [12]],
    ['a word with accents that the job lacks', { search: 'rôof' }, [1]],
    ['accents written as marks of their own', { search: 'Cafe\u0301 A\u030Alesund' }, [12]],
    ['a status', { status: 'review' }, [2]],
    ['a survey type', { surveyType: 'Property Inspection' }, [1, 3, 12]],
    ['search and status that contradict', { search: 'roof', status: 'review' }, []],
    ['marks that a pattern would treat specially', { search: '.*(' }, []],
  ])('[JOBS-2, JOBS-3] by %s', (_name, filter, expected) => {
    expect(idsOf(filterJobs(jobs, filter))).toEqual(expected);
  });

  it('finds the new text of a changed job', () => {
    const before = sampleJob({ title: 'Roof' });
    filterJobs([before], { search: 'roof' });
    expect(filterJobs([{ ...before, title: 'Bridge' }], { search: 'bridge' })).toHaveLength(1);
  });
});

describe('a range of budgets', () => {
  const priced = [50, 49_999, 50_000, 50_001, 99_999_999].map((budget, id) => sampleJob({ id, budget }));
  it.each([
    [null, null, [0, 1, 2, 3, 4]],
    [50_000, null, [2, 3, 4]],
    [null, 50_000, [0, 1, 2]],
    [50_000, 50_000, [2]],
    [50_001, 99_999_999, [3, 4]],
    [0, 49, []],
  ])('[JOBS-7] from %p to %p cents', (from, to, expected) => {
    expect(idsOf(filterJobs(priced, { budget: { from, to } }))).toEqual(expected);
  });
});

describe('[JOBS-8] a range of deadlines', () => {
  // The instants are created in the machine's time zone, so that their local days are fixed.
  const at = (id: number, ...time: [number, number, number, number, number]) =>
    sampleJob({ id, deadline: new Date(...time).toISOString(), deadlineHasTime: true });
  const dated = [
    sampleJob({ id: 1, deadline: '2026-11-30T00:00:00.000Z' }),
    sampleJob({ id: 2, deadline: '2026-12-01T00:00:00.000Z' }),
    at(3, 2026, 11, 1, 0, 0),
    at(4, 2026, 11, 31, 23, 59),
    at(5, 2027, 0, 1, 0, 0),
  ];
  it.each([
    [null, null, [1, 2, 3, 4, 5]],
    ['2026-12-01', null, [2, 3, 4, 5]],
    [null, '2026-11-30', [1]],
    ['2026-12-01', '2026-12-31', [2, 3, 4]],
    ['2026-12-31', '2026-12-31', [4]],
    ['2027-01-01', null, [5]],
  ])('from %p to %p', (from, to, expected) => {
    expect(idsOf(filterJobs(dated, { deadline: { from, to } }))).toEqual(expected);
  });
});

describe('offeredSurveyTypes', () => {
  it('[JOBS-6] returns the list of the screen first, then other types in the data, once', () => {
    const ofJobs = ['Property Inspection', 'Crop Analysis', 'Crop Analysis'];
    expect(offeredSurveyTypes(DASHBOARD_SURVEY_TYPES, ofJobs, 'all')).toEqual([
      ...DASHBOARD_SURVEY_TYPES,
      'Crop Analysis',
    ]);
  });

  it('includes the type in the URL, also if no job has it', () => {
    expect(offeredSurveyTypes(['Mapping'], [], 'Crop Analysis')).toEqual(['Mapping', 'Crop Analysis']);
  });
});
