import type { JobStatus } from '@dps/contract';
import { quickStats } from './QuickStats.tsx';

const jobs = (...statuses: JobStatus[]) => statuses.map((status) => ({ status, budget: 100_010 }));
const figures = (...given: Parameters<typeof quickStats>) =>
  Object.fromEntries(quickStats(...given).map(({ label, value }) => [label, value]));

describe('quickStats', () => {
  it("[FRAME-12, FRAME-13, FRAME-14, FRAME-15] counts a pilot's active jobs, and 70% and 2.5 hours of each that is completed or paid", () => {
    const mine = jobs('pending', 'in-progress', 'in-progress', 'review', 'completed', 'paid', 'paid');
    expect(figures('pilot', mine)).toEqual({
      'Active Jobs': '2',
      'Monthly Earnings': '$2,100.21',
      'Flight Hours': '7',
    });
  });

  it("[FRAME-16, FRAME-17] counts a client's completed projects, and sums those that are completed or paid", () => {
    expect(figures('client', jobs('in-progress', 'completed', 'paid'))).toEqual({
      'Completed Projects': '1',
      'Total Invested': '$2,000.20',
    });
  });

  it('[FRAME-18] returns the defaults when the jobs have not loaded', () => {
    expect(figures('pilot', undefined)).toEqual({
      'Active Jobs': '0',
      'Monthly Earnings': '$0.00',
      'Flight Hours': '1,247',
    });
    expect(figures('client', undefined)).toEqual({ 'Completed Projects': '0', 'Total Invested': '$0.00' });
  });

  it('returns zero, not the default, for a pilot without jobs', () => {
    expect(figures('pilot', [])['Flight Hours']).toBe('0');
  });

  it('[FRAME-21] names the source of hours and sums of money', () => {
    const notes = (role: 'pilot' | 'client') =>
      Object.fromEntries(quickStats(role, []).map(({ label, note }) => [label, note]));
    expect(notes('pilot')).toEqual({
      'Active Jobs': undefined,
      'Monthly Earnings': 'Your 70% share, paid or not yet',
      'Flight Hours': 'Estimate: 2.5 hours per job',
    });
    expect(notes('client')['Total Invested']).toBe('Full budgets, paid or not yet');
  });
});
