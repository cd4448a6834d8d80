import { DASHBOARD_SURVEY_TYPES, JOBS_PAGE_SURVEY_TYPES } from '@dps/shared-contracts';
import type { Toast } from '@dps/ui/toast';
import { texts } from '../texts.ts';
import { dashboardPicker, jobsPagePicker, type AttachmentPicker } from './attachment-picker.ts';

/** The differences between the form of the dashboard and that of the jobs page. */
export interface JobFormVariant {
  surveyTypes: readonly string[];
  picker: AttachmentPicker;
  created: (title: string) => Toast;
  failed: Toast;
}

export const dashboardForm: JobFormVariant = {
  surveyTypes: DASHBOARD_SURVEY_TYPES,
  picker: dashboardPicker,
  created: () => texts.toasts.dashboardCreated,
  failed: texts.toasts.dashboardCreateFailed,
};

export const jobsPageForm: JobFormVariant = {
  surveyTypes: JOBS_PAGE_SURVEY_TYPES,
  picker: jobsPagePicker,
  created: texts.toasts.jobsPageCreated,
  failed: texts.toasts.jobsPageCreateFailed,
};
