import type { AttachmentView, FlightRecordView, JobDetailView, JobView, PilotView } from '@dps/contract';
import { aClient, aFlightRecord, aJob, aJobDetail, aPilot } from '@dps/contract/testing';

export const PILOT = aPilot({ id: 7, name: 'Robin Vance', username: 'robin', email: 'robin@example.com' });
export const CLIENT = aClient({ id: 3, name: 'Ada Hill', username: 'ada', email: 'ada@example.com' });

/** A pending, unassigned job of `CLIENT`; `given` replaces fields. */
export const sampleJob = (given: Partial<JobView> = {}): JobView =>
  aJob({
    title: 'Warehouse roof inspection',
    description: 'Photographs of every seam.',
    surveyType: 'Property Inspection',
    location: 'Austin, TX',
    budget: 120_000,
    clientId: CLIENT.id,
    client: { name: CLIENT.name },
    ...given,
  });

/** A job of `CLIENT` with `PILOT` assigned; `given` replaces fields. */
export const assignedJob = (given: Partial<JobView> = {}): JobView =>
  sampleJob({ pilotId: PILOT.id, pilot: { name: PILOT.name }, ...given });

/** The server's detail response for a job; `given` replaces fields. */
export const jobDetail = (job: JobView, given: Partial<JobDetailView> = {}): JobDetailView =>
  aJobDetail({ ...job, flightDataCount: given.flightData?.length ?? 0, ...given });

/** A flight of `PILOT` on job 1; `given` replaces fields. */
export const sampleFlight = (given: Partial<FlightRecordView> = {}): FlightRecordView =>
  aFlightRecord({ id: 11, pilotId: PILOT.id, flightNumber: 'FL-101', duration: 42, ...given });

/** The evidence of a flight with a log. */
export function sampleEvidence(): NonNullable<FlightRecordView['evidence']> {
  return {
    format: 'litchi-csv',
    fileName: 'roof.csv',
    sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    heightReference: null,
    camera: null,
    figures: {
      startedAt: null,
      durationSeconds: 2520,
      distanceMeters: 900,
      positions: 80,
      areaSquareMeters: 4000,
      maxHeightMeters: null,
      secondsAboveLimit: null,
    },
    provenance: { duration: 'measured', altitude: 'typed', coverageArea: 'typed', resolution: 'typed' },
  };
}

/** An image that `CLIENT` attached to job 1; `given` replaces fields. */
export const sampleFile = (given: Partial<AttachmentView> = {}): AttachmentView => ({
  id: 9,
  jobId: 1,
  fileName: 'aerial.jpg',
  fileType: 'image',
  fileSize: 77_383,
  uploadedBy: CLIENT.id,
  createdAt: '2026-11-01T10:00:00.000Z',
  ...given,
});

/** The figures of `PILOT`; `given` replaces fields. */
export const pilotFigures = (given: Partial<PilotView> = {}): PilotView => ({
  id: PILOT.id,
  name: PILOT.name,
  profileImage: null,
  memberSince: '2025-03-09T15:00:00.000Z',
  completedJobs: 12,
  jobsWithEvidence: 11,
  jobsOnTime: 12,
  flightMinutes: 754,
  ...given,
});
