import { EMPTY_JOB, type JobField, type JobFormValues } from './job-form.values.ts';
import { mergeEdits } from './merge-edits.ts';

const base: JobFormValues = { ...EMPTY_JOB, title: 'Roof', location: 'Austin', deadline: '2031-05-01' };

describe('mergeEdits', () => {
  it.each<[string, Partial<JobFormValues>, Partial<JobFormValues>, Partial<JobFormValues>, JobField[]]>([
    ['no user', {}, {}, {}, []],
    ['one user', { title: 'Hall' }, {}, { title: 'Hall' }, []],
    ['the other user', {}, { title: 'Hall' }, { title: 'Hall' }, []],
    [
      'each user another field and',
      { title: 'Hall' },
      { location: 'Waco' },
      { title: 'Hall', location: 'Waco' },
      [],
    ],
    ['both users equally the same field and', { title: 'Hall' }, { title: 'Hall' }, { title: 'Hall' }, []],
    [
      'both users differently the same field and',
      { title: 'Hall' },
      { title: 'Barn' },
      { title: 'Hall' },
      ['title'],
    ],
    [
      'one user the date and the other the time, and neither',
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
  ])('merges when %s changed a field', (_name, mine, theirs, merged, conflicts) => {
    expect(mergeEdits(base, { ...base, ...mine }, { ...base, ...theirs })).toEqual({
      values: { ...base, ...merged },
      conflicts,
    });
  });
});
