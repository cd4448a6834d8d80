import { DASHBOARD_SURVEY_TYPES, JOBS_PAGE_SURVEY_TYPES, type JobView } from '@dps/contract';
import type { Toast } from '@dps/ui/toast';
import { jobPath } from '../job/dialog/useJobDialogs.ts';
import { texts } from '../texts.ts';
import { formTexts } from '../texts/form.ts';
import { dashboardPicker, jobsPagePicker, type AttachmentPicker } from './attachment-picker.ts';

/** The differences between the form of the dashboard and that of the jobs page. */
export interface JobFormVariant {
  surveyTypes: readonly string[];
  picker: AttachmentPicker;
  created: (job: JobView) => Toast;
  failed: Toast & { description: string };
}

const viewJob = (to: string) => ({ label: formTexts.viewJob, to });

export const dashboardForm: JobFormVariant = {
  surveyTypes: DASHBOARD_SURVEY_TYPES,
  picker: dashboardPicker,
  created: ({ id }) => ({ ...texts.toasts.dashboardCreated, link: viewJob(`/?job=${id}`) }),
  failed: texts.toasts.dashboardCreateFailed,
};

export const jobsPageForm: JobFormVariant = {
  surveyTypes: JOBS_PAGE_SURVEY_TYPES,
  picker: jobsPagePicker,
  created: ({ id, title }) => ({ ...texts.toasts.jobsPageCreated(title), link: viewJob(jobPath(id)) }),
  failed: texts.toasts.jobsPageCreateFailed,
};
