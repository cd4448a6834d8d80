import { array, boolean, number, object, string, type InferType } from './yup.ts';
import { id, instant } from './fields.ts';
import { flightEvidenceView, flightTrackView } from './flight-evidence.ts';
import { jobCoverageView } from './job-coverage.ts';
import { flightRecordView } from './flight-record.ts';
import { FLIGHT_LOG_STATES } from '../domain/flight-evidence.ts';
import { JOB_STATUSES } from '../domain/job.ts';
import { SURVEY_TYPES } from '../domain/survey-type.ts';

/** Maximum number of tracks in a report, those of the newest flights with a log. */
export const REPORT_TRACKS = 20;

/** GET /api/reports/{token}. The form of the token is not checked: an invalid one gets the response of an unknown one. */
export const reportTokenParameter = object({
  token: string()
    .defined()
    .meta({
      jsonSchema: {
        description: 'The secret part of the address',
        examples: ['pV2Yx0mJr8uK4sQ1nB6dT9wE3hC7aL5gF0zXvN2iMoU'],
      },
    }),
}).required();
export type ReportTokenParameter = InferType<typeof reportTokenParameter>;

/** A flight in a report: without its pilot, its notes and the name of its log, which may contain personal data. */
const reportedFlight = flightRecordView
  .omit(['jobId', 'pilotId', 'notes', 'log', 'evidence'])
  .shape({
    evidence: flightEvidenceView
      .omit(['fileName'])
      .optional()
      .default(undefined)
      .meta({ id: 'ReportedEvidence' }),
    /** The state of the log; null without a log. Only a log that was read is evidence. */
    logState: string().oneOf(FLIGHT_LOG_STATES).nullable().defined(),
    /** Absent for a flight without a log, and for older flights than those whose tracks are included. */
    track: flightTrackView.optional().default(undefined),
  })
  .noUnknown()
  .meta({ id: 'ReportedFlight' });
export type ReportedFlight = InferType<typeof reportedFlight>;

/** The evidence of a job's flights, in the order of their records, without amounts. */
export const evidenceReportView = object({
  jobId: id().required(),
  title: string().required(),
  surveyType: string().oneOf(SURVEY_TYPES).required(),
  location: string().required(),
  /** The size of the area of the job; null without one. Optional in the type, so that a module with it fits an older API. */
  areaSquareMeters: number().integer().min(0).nullable().optional(),
  /** The part of the area that the flights covered; null for a job without an area. Optional as the size. */
  coverage: jobCoverageView.default(undefined).nullable().optional(),
  status: string().oneOf(JOB_STATUSES).required(),
  /** The names of client and pilot; null for the readers of a link. */
  parties: object({ client: string().required(), pilot: string().nullable().defined() })
    .noUnknown()
    .nullable()
    .defined(),
  postedAt: instant().required(),
  /** When the assigned pilot accepted the job; null without a pilot. */
  acceptedAt: instant().nullable().defined(),
  deadline: instant().required(),
  deadlineHasTime: boolean().required(),
  /** When the client paid; null before. */
  paidAt: instant().nullable().defined(),
  flights: array(reportedFlight.required()).required(),
  /** When the link to the report expires; null without a link. */
  sharedUntil: instant().nullable().defined(),
})
  .noUnknown()
  .meta({ id: 'EvidenceReport' });
export type EvidenceReportView = InferType<typeof evidenceReportView>;

/** A new link to a report. Only this response has its address. */
export const reportLinkView = object({ address: string().required(), expiresAt: instant().required() })
  .noUnknown()
  .meta({ id: 'ReportLink' });
export type ReportLinkView = InferType<typeof reportLinkView>;
