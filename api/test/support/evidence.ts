import { hash, randomUUID } from 'node:crypto';
import {
  demoEvidence,
  type DemoFlightLog,
  type MeasuredFlight,
} from '../../src/database/seeds/demo-flight-log.ts';

const GRID: DemoFlightLog = {
  fileName: 'flight.csv',
  camera: 'dji-phantom-4-rtk',
  longitude: -76.6,
  latitude: 39.28,
  lineLength: 300,
  lines: 5,
  spacing: 40,
  height: 80,
  speed: 6,
};

/** The evidence of a grid flight from a log of its own. `log` replaces its parameters. The flight starts now by default. */
export function evidenceOf(
  log: Partial<DemoFlightLog> = {},
  startedAt = new Date().toISOString(),
): MeasuredFlight {
  return { ...demoEvidence({ ...GRID, ...log }, new Date(startedAt)), sha256: hash('sha256', randomUUID()) };
}

/** The time in some minutes, ISO 8601. */
export const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

/** The start of a flight before all jobs of the tests. */
export const BEFORE_ALL_JOBS = '2021-11-02T15:04:05.000Z';

/** The body of a new flight record with evidence. */
export function recordWithEvidence(jobId: number, overrides: object = {}) {
  return { jobId, flightNumber: 'FL-001', duration: 6, evidence: evidenceOf(), ...overrides };
}
