import { EMPTY_JOB, type JobField, type JobFormValues } from './job-form.values.ts';
import { mergeEdits } from './merge-edits.ts';

const base: JobFormValues = { ...EMPTY_JOB, title: 'Roof', location: 'Austin', deadline: '2031-05-01' };

describe('mergeEdits', () => {
  it.each<[string, Partial<JobFormValues>, Partial<JobFormValues>, Partial<JobFormValues>, JobField[]]>([
    ['nobody', {}, {}, {}, []],
    ['one person', { title: 'Hall' }, {}, { title: 'Hall' }, []],
    ['the other', {}, { title: 'Hall' }, { title: 'Hall' }, []],
    ['each another field', { title: 'Hall' }, { location: 'Waco' }, { title: 'Hall', location: 'Waco' }, []],
    ['both the same field alike', { title: 'Hall' }, { title: 'Hall' }, { title: 'Hall' }, []],
    ['both the same field', { title: 'Hall' }, { title: 'Barn' }, { title: 'Hall' }, ['title']],
    [
      'one the date and the other the time',
      { deadline: '2031-06-01' },
      { time: '14:30' },
      { deadline: '2031-06-01', time: '' },
      ['deadline'],
    ],
    [
      'one of them the deadline',
      {},
      { deadline: '2031-06-01', time: '14:30' },
      { deadline: '2031-06-01', time: '14:30' },
      [],
    ],
  ])('when %s changed something', (_who, mine, theirs, merged, clashes) => {
    expect(mergeEdits(base, { ...base, ...mine }, { ...base, ...theirs })).toEqual({
      values: { ...base, ...merged },
      clashes,
    });
  });
});
