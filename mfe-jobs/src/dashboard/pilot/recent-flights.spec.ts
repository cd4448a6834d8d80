import { recentFlights } from './recent-flights.ts';
import { sampleEvidence, sampleFlight } from '../../testing/samples.ts';

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
    const flight = sampleFlight({ evidence: { ...evidence, figures: { ...evidence.figures, startedAt } } });
    expect(recentFlights([flight])[0]?.flown).toBe('Flown Nov 2, 2026');
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
