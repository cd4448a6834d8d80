import type { FlightRecordView } from '@dps/shared-contracts';

/** A complete flight record for tests; `values` replace what the test is about. */
export function flightRecord(values: Partial<FlightRecordView> = {}): FlightRecordView {
  return {
    id: 1,
    jobId: 7,
    pilotId: 3,
    flightNumber: 'FL-001',
    duration: 45,
    altitude: '400 ft',
    coverageArea: '10 acres',
    resolution: '2cm/pixel',
    notes: 'Light wind from the west',
    createdAt: '2026-03-05T12:00:00.000Z',
    ...values,
  };
}
