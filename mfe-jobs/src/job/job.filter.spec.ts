import { DASHBOARD_SURVEY_TYPES } from '@dps/shared-contracts';
import { filterJobs, offeredSurveyTypes, type JobFilter } from './job.filter.ts';
import { sampleJob } from '../testing/samples.ts';

const jobs = [
  sampleJob({ id: 1, title: 'Roof seams', location: 'Austin, TX', status: 'pending' }),
  sampleJob({ id: 2, title: 'Vineyard', surveyType: 'Crop Analysis', status: 'review' }),
  sampleJob({ id: 3, title: 'Bridge', description: 'Rust under the DECK', client: { name: 'Ines Okafor' } }),
];

describe('filterJobs', () => {
  it.each<[string, JobFilter, number[]]>([
    ['nothing', {}, [1, 2, 3]],
    ['everything open', { search: '', status: 'all', surveyType: 'all' }, [1, 2, 3]],
    ['a title in another case', { search: 'vINEyard' }, [2]],
    ['outer spaces', { search: '  bridge ' }, [3]],
    ['a place', { search: 'austin' }, [1, 2, 3]],
    ['a word of the description', { search: 'deck' }, [3]],
    ["the client's name", { search: 'okafor' }, [3]],
    ['a survey type in words', { search: 'crop' }, [2]],
    ['a status', { status: 'review' }, [2]],
    ['a survey type', { surveyType: 'Property Inspection' }, [1, 3]],
    ['search and status that contradict', { search: 'roof', status: 'review' }, []],
    ['marks that a pattern would treat specially', { search: '.*(' }, []],
  ])('by %s', (_name, filter, expected) => {
    expect(filterJobs(jobs, filter).map(({ id }) => id)).toEqual(expected);
  });
});

describe('offeredSurveyTypes', () => {
  it('has the list of the screen first, then what else is in the data, once', () => {
    const twice = [...jobs, sampleJob({ id: 4, surveyType: 'Crop Analysis' })];
    expect(offeredSurveyTypes(DASHBOARD_SURVEY_TYPES, twice)).toEqual([
      ...DASHBOARD_SURVEY_TYPES,
      'Crop Analysis',
    ]);
  });
});
