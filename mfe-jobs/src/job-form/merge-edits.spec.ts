import { EMPTY_JOB, type JobField, type JobFormValues } from './job-form.values.ts';
import { mergeEdits } from './merge-edits.ts';

const base: JobFormValues = { ...EMPTY_JOB, title: 'Roof', location: 'Austin', deadline: '2031-05-01' };

describe('mergeEdits', () => {
  const [hall, barn] = [{ title: 'Hall' }, { title: 'Barn' }];
  const [day, time] = [{ deadline: '2031-06-01' }, { time: '14:30' }];

  it.each<[string, Partial<JobFormValues>, Partial<JobFormValues>, Partial<JobFormValues>, JobField[]]>([
    ['no user', {}, {}, {}, []],
    ['one user', hall, {}, hall, []],
    ['the other user', {}, hall, hall, []],
    ['each user another field and', hall, { location: 'Waco' }, { ...hall, location: 'Waco' }, []],
    ['both users equally the same field and', hall, hall, hall, []],
    ['both users differently the same field and', hall, barn, hall, ['title']],
    ['one user the date and the other the time, and neither', day, time, { ...day, time: '' }, ['deadline']],
    ['one of them the deadline', {}, { ...day, ...time }, { ...day, ...time }, []],
  ])('merges when %s changed a field', (_name, mine, theirs, merged, conflicts) => {
    const values = { ...base, ...merged };
    expect(mergeEdits(base, { ...base, ...mine }, { ...base, ...theirs })).toEqual({ values, conflicts });
  });
});
