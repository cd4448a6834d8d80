import type { Role } from './role.ts';

/** Topics about which users get mail, unless they switch it off. Mail about the security of an account is no topic. */
export const MAIL_TOPICS = [
  'job-accepted',
  'job-review',
  'job-completed',
  'job-paid',
  'job-refunded',
  'changes-requested',
  'assignment-end',
  'budget-changed',
  'deadline-tomorrow',
  'questions',
  'messages',
  'payout-account',
] as const;
export type MailTopic = (typeof MAIL_TOPICS)[number];

/** The topics of each role, in the order of a job. */
export const TOPICS_OF_ROLE = {
  client: [
    'questions',
    'job-accepted',
    'messages',
    'deadline-tomorrow',
    'assignment-end',
    'job-review',
    'job-completed',
    'job-paid',
    'job-refunded',
  ],
  pilot: [
    'questions',
    'messages',
    'budget-changed',
    'deadline-tomorrow',
    'changes-requested',
    'assignment-end',
    'job-paid',
    'job-refunded',
    'payout-account',
  ],
} as const satisfies Record<Role, readonly MailTopic[]>;
