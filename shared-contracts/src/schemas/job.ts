import { array, boolean, number, object, string, type InferType } from './yup.ts';
import {
  budget,
  deadline,
  id,
  ignored,
  instant,
  money,
  requiredName,
  requiredText,
  typedBudget,
} from './fields.ts';
import { attachmentView } from './attachment.ts';
import { areaSummary, jobArea, jobAreaView } from './job-area.ts';
import { FLIGHT_RECORDS_IN_DETAIL, flightRecordView } from './flight-record.ts';
import { paymentView } from './payment.ts';
import { placeView } from './place.ts';
import { CHANGE_REQUESTS_PER_JOB, JOB_STATUSES } from '../domain/job.ts';
import { COUNTED_CLIENT_JOBS } from '../domain/open-jobs.ts';
import { SURVEY_TYPES } from '../domain/survey-type.ts';

const content = {
  title: requiredName(200),
  description: requiredText(10_000),
  surveyType: string().strict().oneOf(SURVEY_TYPES).required(),
  location: requiredText(300),
  budget: budget().required(),
  deadline: deadline().required('Deadline is required'),
};

/** The content in responses, without the deadline. */
export const contentView = {
  title: string().required(),
  description: string().required(),
  surveyType: string().oneOf(SURVEY_TYPES).required(),
  location: string().required(),
  budget: money().required(),
};

const progress = () =>
  number().strict().integer('Use a whole number').min(0, 'Use 0 to 100').max(100, 'Use 0 to 100');

/** The content of a job. An absent area is null for a new job, and that of an edited job remains. */
export const jobContent = object({ ...content, area: jobArea() }).required();
export type JobContent = InferType<typeof jobContent>;

type ContentWithoutDeadline = Omit<JobContent, 'deadline' | 'area'>;

/** Returns the content of a job without its deadline, which input, storage and responses format differently, and without its area, which lists omit. */
export function contentOf({
  title,
  description,
  surveyType,
  location,
  budget: cents,
}: ContentWithoutDeadline): ContentWithoutDeadline {
  return { title, description, surveyType, location, budget: cents };
}

/** Input of the forms that post and edit a job, with a budget as typed: "$1,250.50". */
export const jobForm = object({ ...content, budget: typedBudget().required() }).required();

/** POST /api/jobs; `clientId`, `status` and `progress` are accepted and ignored. */
export const createJobBody = object({
  ...content,
  area: jobArea(),
  clientId: ignored(),
  status: ignored(),
  progress: ignored(),
})
  .exact()
  .required()
  .meta({ id: 'CreateJob' });
export type CreateJobBody = InferType<typeof createJobBody>;

/** PUT /api/jobs/{id}: all fields, or the progress only. Null removes the area; without it, the area remains. */
export const updateJobBody = object(content)
  .partial()
  .shape({ area: jobArea(), progress: progress() })
  .exact()
  .required()
  .test('content-or-progress', 'Send all fields of the job, or only its progress', (body) => {
    const given = Object.entries(body).filter(([, value]) => value !== undefined);
    const keys = given.map(([key]) => key).toSorted();
    const required = keys.filter((key) => key !== 'area');
    return keys.join() === 'progress' || required.join() === Object.keys(content).toSorted().join();
  })
  .meta({ id: 'UpdateJob' });
export type UpdateJobBody = InferType<typeof updateJobBody>;

/** PATCH /api/jobs/{id}: the next status. The step to completed may also set the progress to 100. */
export const jobStatusBody = object({
  status: string().strict().oneOf(JOB_STATUSES).required(),
  progress: number().strict().oneOf([100], 'Use 100'),
})
  .exact()
  .required()
  .test('completing', 'Only the status completed sets the progress', (step) => {
    return step.progress === undefined || step.status === 'completed';
  })
  .meta({ id: 'JobStatus' });
export type JobStatusBody = InferType<typeof jobStatusBody>;

/** POST /api/jobs/{id}/assign */
export const assignBody = object({ pilotId: id().required() }).exact().required().meta({ id: 'Assign' });
export type AssignBody = InferType<typeof assignBody>;

/** POST /api/jobs/{id}/request-changes: what the owner wants to have changed. */
export const requestChangesBody = object({ comment: requiredText(2000) })
  .exact()
  .required()
  .meta({ id: 'RequestChanges' });
export type RequestChangesBody = InferType<typeof requestChangesBody>;

/** POST /api/jobs/{id}/release: why the assignment ends. Required for a job in progress. */
export const releaseBody = object({ reason: requiredText(2000).optional() })
  .exact()
  .required()
  .meta({ id: 'Release' });
export type ReleaseBody = InferType<typeof releaseBody>;

/** POST /api/jobs/{id}/end-request: why the owner asks the pilot to end the assignment. */
export const endRequestBody = object({ reason: requiredText(2000) })
  .exact()
  .required()
  .meta({ id: 'RequestEnd' });
export type EndRequestBody = InferType<typeof endRequestBody>;

/** POST /api/jobs/{id}/end-request/decision: whether the pilot agrees. */
export const endDecisionBody = object({ consent: boolean().strict().required() })
  .exact()
  .required()
  .meta({ id: 'DecideEnd' });
export type EndDecisionBody = InferType<typeof endDecisionBody>;

const person = () => object({ name: string().required() }).noUnknown();

const clientCount = () => number().integer().min(0).max(COUNTED_CLIENT_JOBS).required();

const viewFields = {
  id: id().required(),
  ...contentView,
  status: string().oneOf(JOB_STATUSES).required(),
  progress: number().integer().required(),
  clientId: id().required(),
  pilotId: id().nullable().defined(),
  deadline: instant().required(),
  deadlineHasTime: boolean().required(),
  /** The size of the area; null without an area. Optional in the type, so that modules with it also fit older shells. */
  areaSquareMeters: number().integer().min(0).nullable().optional(),
  createdAt: instant().required(),
  updatedAt: instant().required(),
  /** Null while the job waits for the confirmation of its client's email address; no pilot can read it until then. */
  publishedAt: instant().nullable().optional(),
  /**
   * The last change of the budget, deadline, place, area or description since the pilot accepted the job; null without one.
   * Optional as above.
   */
  termsChangedAt: instant().nullable().optional(),
  /** When the pilot submitted the work; null until then, and again while the owner waits for changes. Optional as above. */
  handedOverAt: instant().nullable().optional(),
  /** When the owner last asked the present pilot for changes; null without a request. Optional as above. */
  changesRequestedAt: instant().nullable().optional(),
  /** When the owner asked the pilot to end the assignment; null without an open request. Optional as above. */
  endRequestedAt: instant().nullable().optional(),
  /** Where the job is; null if no town of its location is known. Optional as above. */
  point: placeView.nullable().optional(),
  /** Miles from the reader's base, rounded; null for a job without a point. Only in lists of available jobs, for pilots with a base. */
  distanceMiles: number().integer().min(0).nullable().optional(),
  client: person().required(),
  /** In lists of open jobs: the jobs that the client has posted, and those that are paid. Optional as above. */
  clientJobs: object({ posted: clientCount(), paid: clientCount() })
    .noUnknown()
    .default(undefined)
    .optional(),
  pilot: person().nullable().defined(),
};

/** The values of changed terms when the pilot accepted the job; the deadline has the format of an input. Without an area then, `area` is null. */
export const acceptedTerms = object(contentView)
  .pick(['description', 'location', 'budget'])
  .partial()
  .shape({ deadline: deadline(), area: areaSummary() })
  .noUnknown()
  .default(undefined)
  .meta({ id: 'AcceptedTerms' });
export type AcceptedTerms = InferType<typeof acceptedTerms>;

/** The owner's last request for changes to the present pilot. */
const changeRequest = () => object({ at: instant().required(), comment: string().required() }).noUnknown();

/** The owner's open request to end the assignment, and when it is granted without a decision. */
const endRequest = () =>
  object({ at: instant().required(), reason: string().required(), until: instant().required() }).noUnknown();

/** A job in a list. */
export const jobView = object(viewFields).noUnknown().meta({ id: 'Job' });
export type JobView = InferType<typeof jobView>;

export const jobListView = array(jobView.required()).required();

/** The number up to which the open jobs of a filter are counted. */
export const COUNTED_JOBS = 500;

/** The open jobs of a filter in numbers, and the survey types of all open jobs. */
export const availableJobsFacets = object({
  /** The number of matching jobs, at most `COUNTED_JOBS`. */
  found: number().integer().min(0).max(COUNTED_JOBS).required(),
  /** Whether more jobs match. */
  more: boolean().required(),
  surveyTypes: array(string().oneOf(SURVEY_TYPES).required()).required(),
})
  .noUnknown()
  .required()
  .meta({ id: 'AvailableJobsFacets' });
export type AvailableJobsFacets = InferType<typeof availableJobsFacets>;

/**
 * A job with its parts. `flightData` has the newest flight records, and `flightDataCount` the number of all. Flight records,
 * `payment`, the state of the real payment, `acceptedTerms`, `lastChangeRequest` and `endRequest` are for the owner and the assigned pilot.
 * `changeRequests` counts all requests for changes. A pilot gets the own flight records only.
 */
export const jobDetailView = object({
  ...viewFields,
  area: jobAreaView().optional(),
  flightData: array(flightRecordView.required()).max(FLIGHT_RECORDS_IN_DETAIL).required(),
  flightDataCount: number().integer().required(),
  attachments: array(attachmentView.required()).required(),
  payment: paymentView.nullable().defined(),
  acceptedTerms: acceptedTerms.nullable().defined(),
  changeRequests: number().integer().min(0).max(CHANGE_REQUESTS_PER_JOB).optional(),
  endRequest: endRequest().default(undefined).nullable().optional(),
  /** Until when the assigned pilot may take the work back, also in the past; null once the owner has opened the job. */
  takeBackUntil: instant().nullable().optional(),
  /**
   * True for a pilot whose assignment has ended, who reads the own flights and deliverables, and for the owner of a job that
   * had such a pilot.
   */
  formerPilot: boolean().optional(),
  lastChangeRequest: changeRequest().default(undefined).nullable().optional(),
})
  .noUnknown()
  .meta({ id: 'JobDetail' });
export type JobDetailView = InferType<typeof jobDetailView>;
