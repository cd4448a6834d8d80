import type { JobStatus } from '@dps/contract';
import type { UrlSchema } from '../url-state/url-values.ts';
import { choice, dialogId } from '../url-state/parameter.ts';
import { ALL } from '../job/filter/job.filter.ts';
import type { StatusChoice } from '../job/filter/StatusFilter.tsx';

/** The URL state of the pilot dashboard: `/?status=review&job=7`. */
export interface PilotDashboardUrlState {
  status: StatusChoice;
  /** The id of the job in the dialog. */
  job: string | null;
}

/** The statuses in the filter of the pilot dashboard, which does not offer paid. */
export const PILOT_DASHBOARD_STATUSES: readonly JobStatus[] = [
  'pending',
  'in-progress',
  'review',
  'completed',
];

export const PILOT_DASHBOARD_URL: UrlSchema<PilotDashboardUrlState> = {
  defaults: { status: ALL, job: null },
  parameters: { status: choice<StatusChoice>(PILOT_DASHBOARD_STATUSES, ALL), job: dialogId },
};

/** The URL state of the client dashboard: `/?job=7`, `/?edit=7`. */
export interface ClientDashboardUrlState {
  /** The id of the job in the dialog. */
  job: string | null;
  /** The id of the job in the edit form. */
  edit: string | null;
}

export const CLIENT_DASHBOARD_URL: UrlSchema<ClientDashboardUrlState> = {
  defaults: { job: null, edit: null },
  parameters: { job: dialogId, edit: dialogId },
};
