import { jest } from '@jest/globals';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { ReportLimiter } from './report-limiter.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Returns the time to retry of a refused report, or null for an accepted one. */
function report(limiter: ReportLimiter, network: string): number | undefined | null {
  try {
    limiter.count(network);
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.retryAfterSeconds;
  }
}

function fill(limiter: ReportLimiter, network: string): void {
  for (let n = 0; n < 120; n += 1) expect(report(limiter, network)).toBeNull();
}

describe('reports of a network', () => {
  it('are accepted up to the limit, and again after the time to retry', () => {
    const limiter = new ReportLimiter();
    fill(limiter, 'a');
    jest.advanceTimersByTime(12_000);
    expect(report(limiter, 'a')).toBe(48);
    jest.advanceTimersByTime(48_000);
    expect(report(limiter, 'a')).toBeNull();
  });

  it('do not count for another network', () => {
    const limiter = new ReportLimiter();
    fill(limiter, 'a');
    expect(report(limiter, 'b')).toBeNull();
  });

  it('are dropped when too many other networks have reported', () => {
    const limiter = new ReportLimiter();
    fill(limiter, 'a');
    for (let n = 0; n < 9_999; n += 1) limiter.count(`other ${n}`);
    expect(report(limiter, 'a')).toBe(60);
    limiter.count('one more');
    expect(report(limiter, 'a')).toBeNull();
  });
});
