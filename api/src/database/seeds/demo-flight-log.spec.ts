import { readFlightLog } from '@dps/flight-logs';
import { evidenceColumns } from '../../modules/flight-data/flight-record.mapper.ts';
import { demoLog } from './demo-flight-log.ts';
import { SETTLED_JOBS } from './demo-jobs.settled.ts';

const flights = SETTLED_JOBS.flatMap(({ flights: all = [] }) => all);
const logged = flights.flatMap(({ log, ...flight }) => (log ? [{ log, flight }] : []));

describe('the demo flights with a log', () => {
  it('exist', () => {
    expect(logged.length).toBeGreaterThan(0);
  });

  it.each(logged)('$flight.flightNumber has measured and typed fields', async ({ log, flight }) => {
    const content = new TextEncoder().encode(demoLog(log, new Date('2026-11-02T15:04:05Z')));
    const file = {
      name: log.fileName,
      size: content.length,
      read: (from: number, to: number) => Promise.resolve(content.slice(from, to)),
    };
    const evidence = await readFlightLog(file, () => {});
    expect([evidence.figures.skippedPositions, evidence.figures.startedAt]).toEqual([
      undefined,
      '2026-11-02T15:04:05.000Z',
    ]);
    const columns = evidenceColumns({ ...flight, camera: log.camera }, evidence, null);
    expect(new Set(Object.values(columns.evidence?.provenance ?? {}))).toEqual(
      new Set(['measured', 'typed']),
    );
  });
});
