import { dashboardTexts } from './texts/dashboard.ts';
import { jobTexts } from './texts/job.ts';
import { jobsTexts } from './texts/jobs.ts';
import { scheduleTexts } from './texts/schedule.ts';
import { toastTexts } from './texts/toasts.ts';

/** The catalogue of all interface texts of this module. */
export const texts = {
  loading: 'Loading...',
  loadingJobs: 'Loading jobs...',
  jobsFailed: 'The jobs could not be loaded. Nothing is lost; try again.',
  noMatch: 'No jobs found matching your criteria.',
  notYetKnown: '–',
  about: (subject: string) => `About ${subject}`,
  fields: {
    title: 'Job Title',
    description: 'Description',
    published: 'Published',
    surveyType: 'Survey Type',
    location: 'Location',
    area: 'Survey Area',
    budget: 'Budget',
    deadline: 'Deadline',
    time: 'Time (optional)',
    status: 'Status',
    client: 'Client',
    pilot: 'Pilot',
    dueDate: 'Due Date',
    progress: 'Progress',
    jobId: 'Job ID',
    attachments: 'Attachments',
  },
  assigned: 'Assigned',
  waitsForEmail: 'Waits for your confirmed email',
  unassigned: 'Unassigned',
  allStatus: 'All Status',
  allSurveyTypes: 'All Survey Types',
  clearFilters: 'Clear Filters',
  ...dashboardTexts,
  ...jobTexts,
  ...toastTexts,
  ...jobsTexts,
  ...scheduleTexts,
} as const;
