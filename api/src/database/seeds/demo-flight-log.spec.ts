import { flightEvidenceBody } from '@dps/contract';
import { evidenceErrors } from '../../modules/flight-data/flight-evidence.policy.ts';
import { evidenceColumns } from '../../modules/flight-data/flight-record.mapper.ts';
import { demoEvidence } from './demo-flight-log.ts';
import { SETTLED_JOBS } from './demo-jobs.settled.ts';

const flights = SETTLED_JOBS.flatMap(({ flights: all = [] }) => all);
const logged = flights.flatMap(({ log, ...flight }) => (log ? [{ log, flight }] : []));

describe('the demo flights with a log', () => {
  it('exist', () => {
    expect(logged.length).toBeGreaterThan(0);
  });

  it.each(logged)('$flight.flightNumber has valid evidence', ({ log }) => {
    const evidence = demoEvidence(log, new Date('2026-11-02T15:04:05Z'));
    expect(flightEvidenceBody.validateSync(evidence, { strict: true })).toEqual(evidence);
    expect(evidenceErrors(evidence)).toEqual([]);
  });

  it.each(logged)('$flight.flightNumber has measured and typed fields', ({ log, flight }) => {
    const evidence = demoEvidence(log, new Date('2026-11-02T15:04:05Z'));
    const stored = evidenceColumns({ ...flight, jobId: 1, evidence }).evidence;
    expect(new Set(Object.values(stored?.provenance ?? {}))).toEqual(new Set(['measured', 'typed']));
  });
});
