import type { FlightRecordView } from '@dps/shared-contracts';
import type { FlightRecord } from './flight-record.entity.ts';

export function toFlightRecordView(record: FlightRecord): FlightRecordView {
  return {
    id: record.id,
    jobId: record.jobId,
    pilotId: record.pilotId,
    flightNumber: record.flightNumber,
    duration: record.duration,
    altitude: record.altitude,
    coverageArea: record.coverageArea,
    resolution: record.resolution,
    notes: record.notes,
    createdAt: record.createdAt.toISOString(),
  };
}
