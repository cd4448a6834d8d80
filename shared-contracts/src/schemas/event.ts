import { object, string, type InferType } from './yup.ts';
import { id, instant } from './fields.ts';
import { JOB_EVENT_KINDS } from './job-event.ts';

/**
 * The data of a server-sent event `job` of `GET /api/events`: a change of a job of the user, whose client then reads the job.
 * `withdrawn` is its deletion. `opened`, for the pilot of submitted work, and `share`, for the pilot whose share or
 * payout has another state, have no event in the history.
 */
export const jobChangeView = object({
  jobId: id().required(),
  updatedAt: instant().required(),
  kind: string()
    .oneOf([...JOB_EVENT_KINDS, 'withdrawn', 'opened', 'share'] as const)
    .required(),
})
  .noUnknown()
  .meta({ id: 'JobChange' });
export type JobChangeView = InferType<typeof jobChangeView>;
