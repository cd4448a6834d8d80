import { sampleJob } from '../testing/samples.ts';
import { holdJobs } from './held-jobs.ts';

const jobs = (...ids: number[]) => ids.map((id) => sampleJob({ id }));
const idsOf = (held: readonly { id: number }[]) => held.map(({ id }) => id);

it.each([
  ['nothing changed', [9, 8, 7], false, [], 0, []],
  ['a page was added', [9, 8, 7, 6, 5], true, [], 0, [6, 5]],
  ['a job was posted', [10, 9, 8, 7], false, [], 1, []],
  ['a job was released', [9, 8, 7, 6], false, [], 0, [6]],
  ['a job was accepted', [9, 7, 6], true, [8], 0, [6]],
  ['the last job was accepted', [9, 8], false, [7], 0, []],
  ['all jobs were accepted', [], false, [9, 8, 7], 0, []],
  ['a posted job has moved the last one to the next page', [10, 9, 8], true, [], 1, []],
  ['a page of jobs was posted', [12, 11, 10], true, [], 3, []],
])('if %s', (_change, read, hasMore, gone, added, older) => {
  const held = holdJobs(jobs(9, 8, 7), { jobs: jobs(...read), hasMore });
  expect(idsOf(held.jobs)).toEqual([9, 8, 7]);
  expect([...held.gone]).toEqual(gone);
  expect(held.added).toBe(added);
  expect(idsOf(held.further)).toEqual(older);
});

it('lists a job that was released between listed ones on request, and changed jobs in their current version', () => {
  const held = holdJobs(jobs(9, 7), {
    jobs: [...jobs(9, 8), sampleJob({ id: 7, title: 'Dam' })],
    hasMore: false,
  });
  expect(held.added).toBe(1);
  expect(held.jobs.at(-1)?.title).toBe('Dam');
});

it('compares by the deadline if the list is sorted by it', () => {
  const due = (id: number, day: number) => sampleJob({ id, deadline: `2031-01-0${day}T00:00:00.000Z` });
  const listed = [due(7, 1), due(9, 3)];
  const held = holdJobs(
    listed,
    { jobs: [due(7, 1), due(10, 2), due(8, 4)], hasMore: false },
    { sort: 'deadline' },
  );
  expect([...held.gone]).toEqual([9]);
  expect(held.added).toBe(1);
  expect(idsOf(held.further)).toEqual([8]);
});

it('compares by the distance from the base if the list is sorted by it, without a point last', () => {
  const at = (id: number, latitude: number | null) =>
    sampleJob({ id, point: latitude === null ? null : { latitude, longitude: 0, name: null } });
  const listed = [at(7, 1), at(9, -2), at(8, -2), at(6, null)];
  const read = [at(7, 1), at(10, 1.5), at(8, 2), at(11, null), at(6, null), at(5, null)];
  const held = holdJobs(
    listed,
    { jobs: read, hasMore: false },
    { sort: 'distance', base: { latitude: 0, longitude: 0 } },
  );
  expect([...held.gone]).toEqual([9]);
  expect(held.added).toBe(2);
  expect(idsOf(held.further)).toEqual([5]);
});
