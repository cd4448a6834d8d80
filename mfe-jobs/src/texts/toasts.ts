import { JOB_STATUS_LABELS, type JobStatus } from '@dps/contract';

const failed = (description: string) => ({ title: 'Error', description, look: 'destructive' }) as const;

/** The texts of all toasts. */
export const toastTexts = {
  /** Calls that wait on the device. */
  offline: {
    progress: (value: number, title: string) => `Progress ${value}% of ${title}`,
    status: (status: string, title: string) => `${status}: ${title}`,
  },
  toasts: {
    queued: { title: 'Saved on this device', description: 'It is sent when the network is back.' },
    dashboardCreated: { title: 'Success', description: 'Job created successfully!' },
    dashboardCreateFailed: failed('Failed to create job. Please try again.'),
    jobsPageCreated: (title: string) => ({ title: 'Job Created', description: `"${title}" is posted.` }),
    jobsPageCreateFailed: failed('Failed to create job posting. Please try again.'),
    updated: (title: string) => ({ title: 'Job Updated', description: `"${title}" is saved.` }),
    updateFailed: failed('Failed to update job posting. Please try again.'),
    loadFailed: failed('Failed to load job details'),
    submittedIsFinal: (title: string) =>
      failed(`The work of "${title}" is submitted, so the job can no longer be changed.`),
    onlyOwnersEdit: failed('Only the client who has posted a job can change it.'),
    onlyClientsPost: failed('Only clients can post jobs.'),
    accepted: { title: 'Job Accepted', description: 'You have successfully accepted this job!' },
    acceptFailed: failed('Failed to accept job. Please try again.'),
    progress: (value: number) => ({
      title: 'Progress Updated',
      description: `Job progress updated to ${value}%`,
    }),
    progressFailed: failed('Failed to update progress'),
    status: (status: JobStatus) => ({
      title: 'Job Updated',
      description: `The status is now ${JOB_STATUS_LABELS[status]}.`,
    }),
    statusFailed: failed('Failed to update job status. Please try again.'),
    released: { title: 'Job Released', description: 'Other pilots can accept it again.' },
    releaseFailed: failed('Failed to release job. Please try again.'),
    takenBack: { title: 'Taken Back', description: 'The job is in progress again.' },
    takeBackFailed: failed('The job could not be taken back.'),
    declined: { title: 'Assignment Continues', description: 'The client is notified.' },
    declineFailed: failed('Your decision could not be sent. Please try again.'),
    pilotRemoved: { title: 'Pilot Removed', description: 'Other pilots can accept the job again.' },
    removePilotFailed: failed('Failed to remove the pilot. Please try again.'),
    deleted: (title: string) => ({ title: 'Job Deleted', description: `"${title}" is deleted.` }),
    deleteFailed: failed('Failed to delete job. Please try again.'),
    fileDeleted: (file: string) => ({ title: 'File Deleted', description: `"${file}" is deleted.` }),
    deleteFileFailed: failed('The file could not be deleted.'),
    uploadFailed: (file: string) =>
      ({
        title: 'File Upload Error',
        description: `Failed to upload ${file}`,
        look: 'destructive',
      }) as const,
    filesAdded: (n: number) => ({
      title: 'Files uploaded',
      description: `${n} file(s) added successfully.`,
    }),
  },
} as const;
