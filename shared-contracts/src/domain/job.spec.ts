import { JOB_STATUSES, jobNumber, nextStatus } from './job.ts';

describe('nextStatus', () => {
  it('goes through all statuses in their order', () => {
    expect(JOB_STATUSES.map(nextStatus)).toEqual([...JOB_STATUSES.slice(1), null]);
  });
});

describe('jobNumber', () => {
  it.each([
    [1, '#DPS-2024-001'],
    [42, '#DPS-2024-042'],
    [999, '#DPS-2024-999'],
    [12345, '#DPS-2024-12345'],
  ])('[ROLE-5] names job %i %s', (id, expected) => {
    expect(jobNumber(id)).toBe(expected);
  });
});
