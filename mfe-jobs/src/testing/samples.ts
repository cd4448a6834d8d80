import type {
  AttachmentView,
  FlightRecordView,
  JobDetailView,
  JobView,
  PilotView,
  UserView,
} from '@dps/contract';

export const PILOT: UserView = {
  id: 7,
  name: 'Robin Vance',
  username: 'robin',
  email: 'robin@example.com',
  role: 'pilot',
  flightHours: 120,
  profileImage: null,
  mustConfirmEmail: false,
  pendingEmail: null,
};

export const CLIENT: UserView = {
  id: 3,
  name: 'Ada Hill',
  username: 'ada',
  email: 'ada@example.com',
  role: 'client',
  flightHours: null,
  profileImage: null,
  mustConfirmEmail: false,
  pendingEmail: null,
};

/** A pending, unassigned job of `CLIENT`; `given` replaces fields. */
export function sampleJob(given: Partial<JobView> = {}): JobView {
  return {
    id: 1,
    title: 'Warehouse roof inspection',
    description: 'Photographs of every seam.',
    surveyType: 'Property Inspection',
    location: 'Austin, TX',
    budget: 1200,
    status: 'pending',
    progress: 0,
    clientId: CLIENT.id,
    pilotId: null,
    deadline: '2026-12-31T00:00:00.000Z',
    deadlineHasTime: false,
    createdAt: '2026-11-01T10:00:00.000Z',
    updatedAt: '2026-11-01T10:00:00.000Z',
    termsChangedAt: null,
    client: { name: CLIENT.name },
    pilot: null,
    ...given,
  };
}

/** A job of `CLIENT` with `PILOT` assigned; `given` replaces fields. */
export function assignedJob(given: Partial<JobView> = {}): JobView {
  return sampleJob({ pilotId: PILOT.id, pilot: { name: PILOT.name }, ...given });
}

/** The server's detail response for a job; `given` replaces fields. */
export function jobDetail(job: JobView, given: Partial<JobDetailView> = {}): JobDetailView {
  const flightDataCount = given.flightData?.length ?? 0;
  return {
    ...job,
    flightData: [],
    flightDataCount,
    attachments: [],
    payment: null,
    acceptedTerms: null,
    ...given,
  };
}

/** A flight of `PILOT` on job 1; `given` replaces fields. */
export function sampleFlight(given: Partial<FlightRecordView> = {}): FlightRecordView {
  return {
    id: 11,
    jobId: 1,
    pilotId: PILOT.id,
    flightNumber: 'FL-101',
    duration: 42,
    altitude: '380 ft',
    coverageArea: null,
    resolution: null,
    notes: null,
    createdAt: '2026-11-10T15:00:00.000Z',
    ...given,
  };
}

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
export function sampleFile(given: Partial<AttachmentView> = {}): AttachmentView {
  return {
    id: 9,
    jobId: 1,
    fileName: 'aerial.jpg',
    fileType: 'image',
    fileSize: 77_383,
    uploadedBy: CLIENT.id,
    createdAt: '2026-11-01T10:00:00.000Z',
    ...given,
  };
}

/** The figures of `PILOT`; `given` replaces fields. */
export function pilotFigures(given: Partial<PilotView> = {}): PilotView {
  return {
    id: PILOT.id,
    name: PILOT.name,
    profileImage: null,
    memberSince: '2025-03-09T15:00:00.000Z',
    completedJobs: 12,
    jobsWithEvidence: 11,
    jobsOnTime: 12,
    flightMinutes: 754,
    ...given,
  };
}
