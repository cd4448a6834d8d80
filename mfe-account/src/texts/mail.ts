import type { MailTopic } from '@dps/contract';

/** Texts of the page `/mail`. */
export const texts = {
  title: 'Mail',
  subtitle: 'The messages that you get by mail',
  back: 'Back to Security',
  loading: 'Loading mail settings...',
  loadFailed: 'Failed to load your mail settings. Please try again.',
  section: 'Mail about Jobs',
  about: (email: string) => `Sent to ${email}. A change applies at once.`,
  always: 'Mail about the security of your account cannot be switched off.',
  topics: {
    'job-accepted': 'A pilot accepts a job',
    'job-review': 'The work on a job is ready for review',
    'job-completed': 'A job is completed, and the payment is due',
    'job-paid': 'A job is paid',
    'job-refunded': 'A payment is refunded',
    'budget-changed': 'The client changes the budget of a job',
    'deadline-tomorrow': 'The deadline of a job is tomorrow',
  } satisfies Record<MailTopic, string>,
  saved: 'Your mail settings are saved.',
  failed: {
    title: 'Error',
    description: 'Failed to save your mail settings. Please try again.',
    look: 'destructive',
  },
} as const;
