import { deadlineDistance } from './format.ts';

describe('deadlineDistance of a calendar date', () => {
  const lateEvening = new Date(2026, 10, 20, 23, 30);
  it.each([
    ['2026-11-20', 'Due today'],
    ['2026-11-21', 'Due tomorrow'],
    ['2026-11-22', 'Due in 2 days'],
    ['2027-11-20', 'Due in 365 days'],
    ['2026-11-19', '1 day overdue'],
    ['2026-11-10', '10 days overdue'],
  ])('%s reads "%s" on the evening of 20 November', (day, expected) => {
    const job = { deadline: `${day}T00:00:00.000Z`, deadlineHasTime: false };
    expect(deadlineDistance(job, lateEvening)).toBe(expected);
  });

  it('counts calendar days across a change to summer time', () => {
    const job = { deadline: '2026-04-30T00:00:00.000Z', deadlineHasTime: false };
    expect(deadlineDistance(job, new Date(2026, 1, 28, 12))).toBe('Due in 61 days');
  });
});

describe('deadlineDistance of an instant', () => {
  it("uses the viewer's day", () => {
    const now = new Date(2026, 10, 20, 1);
    const job = { deadline: new Date(2026, 10, 20, 23, 59).toISOString(), deadlineHasTime: true };
    expect(deadlineDistance(job, now)).toBe('Due today');
  });
});
