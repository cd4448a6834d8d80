import { recentFlights, flightHours, pilotStats, clientStats } from './figures.ts';
import { sampleEvidence, sampleFlight, sampleJob } from '../testing/samples.ts';
import type { JobStatus } from '@dps/contract';
import { totalsOf } from '../job/job-totals.ts';

describe('clientStats', () => {
  it.each<[JobStatus, number, number, number, number, number]>([
    ['pending', 1, 0, 0, 0, 0],
    ['in-progress', 1, 0, 0, 0, 0],
    ['review', 0, 1, 0, 0, 0],
    ['completed', 0, 0, 1, 0, 125_050],
    ['paid', 0, 0, 0, 1, 125_050],
  ])(
    '[CDASH-3, CDASH-4, CDASH-5] counts a %s job: active %i, in review %i, completed %i, paid %i, invested %i cents',
    (status, active, inReview, completed, paid, invested) => {
      const stats = clientStats(totalsOf([sampleJob({ status, budget: 125_050 })]));
      expect(stats).toEqual({ active, inReview, completed, paid, invested });
    },
  );
});

const job = (status: JobStatus, budget = 100) => sampleJob({ status, budget });
const flight = (duration: number) => sampleFlight({ duration });

describe('pilotStats', () => {
  it('[PDASH-5, PDASH-6] counts completed and paid as completed, pending and review as pending, in-progress as neither', () => {
    const jobs = [job('pending'), job('in-progress'), job('review'), job('completed'), job('paid')];
    expect(pilotStats(totalsOf(jobs))).toMatchObject({ completed: 2, pending: 2 });
  });

  it.each([
    [[], 0],
    [[30], 0.5],
    [[45, 45, 45], 2.3],
    [[6, 6, 6], 0.3],
    [[600], 10],
  ])('[PDASH-7] sums flights of %j minutes to %d hours', (durations, hours) => {
    expect(flightHours(durations.map(flight))).toBe(hours);
  });

  it.each([
    ['completed', 125_050, 87_535],
    ['paid', 50, 35],
    ['paid', 99_999_999, 69_999_999],
    ['review', 100_000, 0],
    ['pending', 100_000, 0],
  ] as const)('[PDASH-8] computes the earnings of a %s job of %d cents as %d', (status, budget, cents) => {
    expect(pilotStats(totalsOf([job(status, budget)])).earnings).toBe(cents);
  });

  it('[PDASH-8] computes the share from the sum, exact to the cent', () => {
    const jobs = Array.from({ length: 3 }, () => job('paid', 55));
    expect(pilotStats(totalsOf(jobs)).earnings).toBe(116);
  });
});

describe('recentFlights', () => {
  it('[PDASH-19] returns the first three flights', () => {
    const flights = [1, 2, 3, 4].map((id) => sampleFlight({ id }));
    expect(recentFlights(flights).map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it('[PDASH-20] formats the fields of a record', () => {
    const createdAt = new Date(2026, 10, 10, 15).toISOString();
    expect(recentFlights([sampleFlight({ id: 5, notes: 'Gusty', createdAt })])).toEqual([
      {
        id: 5,
        flightNumber: 'FL-101',
        notes: 'Gusty',
        duration: '42 min',
        date: 'Nov 10, 2026',
        flown: null,
      },
    ]);
  });

  it('[FLIGHT-41] adds the day of the flight from its log', () => {
    const evidence = sampleEvidence();
    const startedAt = new Date(2026, 10, 2, 9).toISOString();
    const flown = sampleFlight({ evidence: { ...evidence, figures: { ...evidence.figures, startedAt } } });
    expect(recentFlights([flown])[0]?.flown).toBe('Flown Nov 2, 2026');
  });

  it('[PDASH-21] fills empty fields with fallbacks', () => {
    const bare = { flightNumber: '', notes: null, duration: 0 };
    const flights = [sampleFlight(), sampleFlight(bare)];
    expect(recentFlights(flights)[1]).toMatchObject({
      flightNumber: 'FL-2',
      notes: 'Flight operation',
      duration: '45 min',
    });
  });
});
