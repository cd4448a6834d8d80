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

/** The toast of a posted job, with a link to it, and with what it waits for. */
function createdToast({ publishedAt }: JobView, created: Toast, to: string): Toast {
  const { description = '' } = created;
  return {
    ...created,
    ...(publishedAt === null && { description: `${description} ${texts.waitsForEmail}.`.trim() }),
    link: { label: formTexts.viewJob, to },
  };
}

export const dashboardForm: JobFormVariant = {
  surveyTypes: DASHBOARD_SURVEY_TYPES,
  picker: dashboardPicker,
  created: (job) => createdToast(job, texts.toasts.dashboardCreated, `/?job=${job.id}`),
  failed: texts.toasts.dashboardCreateFailed,
};

export const jobsPageForm: JobFormVariant = {
  surveyTypes: JOBS_PAGE_SURVEY_TYPES,
  picker: jobsPagePicker,
  created: (job) => createdToast(job, texts.toasts.jobsPageCreated(job.title), jobPath(job.id)),
  failed: texts.toasts.jobsPageCreateFailed,
};
