import {
  DELETION_GRACE_DAYS,
  EXPORT_DAYS,
  formatFileSize,
  type QuotaName,
  type UnfinishedReason,
} from '@dps/contract';

/** Texts of the page `/your-data`. */
export const texts = {
  title: 'Your Data',
  subtitle: 'Download what is stored about you, or delete your account',
  privacy: 'Privacy',
  quotas: {
    section: 'What You Use',
    loading: 'Loading what you use...',
    loadFailed: 'Failed to load what you use. Please try again.',
    of: {
      storage: {
        label: 'Storage',
        use: (used: number, limit: number) => `Storage: ${formatFileSize(used)} of ${formatFileSize(limit)}`,
        advice:
          'The files that you have attached to jobs or delivered. Files that you delete free their space.',
      },
      'open-jobs': {
        label: 'Open jobs',
        use: (used: number, limit: number) => `Open jobs: ${used} of ${limit}`,
        advice: 'The jobs that no pilot has accepted. You can delete those without flights and deliverables.',
      },
    } satisfies Record<
      QuotaName,
      { label: string; use: (used: number, limit: number) => string; advice: string }
    >,
  },
  export: {
    section: 'Export',
    about: `A ZIP file with all data about you and the files that you have uploaded. We mail you when it is ready; it stays ${EXPORT_DAYS} days.`,
    loading: 'Loading your export...',
    loadFailed: 'Failed to load your export. Please try again.',
    making: 'Your export is being made. We mail you when it is ready.',
    ready: (until: string, size: string) => `Ready until ${until}. Size: ${size}.`,
    failed: 'Your export could not be made.',
    request: 'Request an Export',
    requestAgain: 'Request a New Export',
    tryAgain: 'Try Again',
    download: 'Download',
    requestFailed: {
      title: 'Error',
      description: 'Failed to request the export. Please try again.',
      look: 'destructive',
    },
  },
  deletion: {
    section: 'Delete Account',
    about: `Your account is deleted ${DELETION_GRACE_DAYS} days after your request. Until then, you can sign in and keep it. Money at a payout account is paid out first. Jobs that you shared with others remain without your name.`,
    loading: 'Loading your account...',
    loadFailed: 'Failed to load your account. Please try again.',
    first: 'Finish these first:',
    waits: 'The deletion waits until these are finished:',
    reasons: {
      work: 'The work is not finished',
      payment: 'The payment is open',
      share: 'Your share has not arrived',
    } satisfies Record<UnfinishedReason, string>,
    scheduled: (day: string) => `Your account will be deleted on ${day}.`,
    keep: 'Keep My Account',
    kept: { title: 'Success', description: 'Your account is kept.' },
    keepFailed: {
      title: 'Error',
      description: 'Failed to keep your account. Please try again.',
      look: 'destructive',
    },
    request: 'Delete My Account',
  },
  dialog: {
    title: 'Delete Your Account?',
    text: 'All other devices are signed out now. Your profile, your open jobs, your links and your settings are deleted. This cannot be undone after the day of the deletion.',
    username: 'Your Username',
    confirm: (username: string) => `Type ${username} to confirm.`,
    missing: 'Type your username',
    submit: 'Delete My Account',
    submitting: 'Requesting the deletion...',
    failed: 'Failed to request the deletion. Please try again.',
  },
} as const;
