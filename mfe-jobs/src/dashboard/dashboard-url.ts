import type { JobStatus } from '@dps/shared-contracts';
import type { UrlSchema } from '../url-state/url-values.ts';
import { choice, dialogOf } from '../url-state/parameter.ts';
import { ALL } from '../job/filter/job.filter.ts';
import type { StatusChoice } from '../job/filter/StatusFilter.tsx';

/** The state of the pilot dashboard: `/?status=review&job=7`. */
export interface PilotDashboardUrlState {
  status: StatusChoice;
  /** The id of the job that is shown in full. */
  job: string | null;
}

/** The statuses that the pilot dashboard filters by: paid is not among them. */
export const PILOT_DASHBOARD_STATUSES: readonly JobStatus[] = [
  'pending',
  'in-progress',
  'review',
  'completed',
];

export const PILOT_DASHBOARD_URL: UrlSchema<PilotDashboardUrlState> = {
  defaults: { status: ALL, job: null },
  parameters: { status: choice<StatusChoice>(PILOT_DASHBOARD_STATUSES, ALL), job: dialogOf },
};

/** The state of the client dashboard: `/?job=7`, `/?edit=7`. */
export interface ClientDashboardUrlState {
  /** The ids of the job that is shown in full and of the one that is edited. */
  job: string | null;
  edit: string | null;
}

export const CLIENT_DASHBOARD_URL: UrlSchema<ClientDashboardUrlState> = {
  defaults: { job: null, edit: null },
  parameters: { job: dialogOf, edit: dialogOf },
};
