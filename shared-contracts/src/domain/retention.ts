import { UPLOAD_KEPT_DAYS } from './upload.ts';

/** Minutes for which the link of a mail to a new password works. */
export const RESET_MINUTES = 30;
/** Hours for which the link of a mail that confirms an address works. */
export const CONFIRMATION_HOURS = 24;
/** Days for which the link of a mail restores the previous address of an account. */
export const UNDO_DAYS = 7;
/** Maximum lifetime of a session, regardless of use. */
export const SESSION_DAYS = 30;
/** The longest time for which browsers keep a cookie. */
export const DEVICE_DAYS = 400;
/** Days for which failed sign-ins from a network of the account are counted apart from those of unknown networks. */
export const NETWORK_DAYS = 30;
/** Days for which a shared link to an evidence report works. */
export const REPORT_LINK_DAYS = 30;
/** Days between the request to delete an account and its deletion. */
export const DELETION_GRACE_DAYS = 14;
/** Days for which an export can be downloaded. */
export const EXPORT_DAYS = 7;

/** A time as PostgreSQL's `interval` and as the text of a page. */
export type Period = `${number} ${'minutes' | 'hours' | 'days' | 'years'}`;

/** Retention times of personal data. Housekeeping applies these times, and the privacy page shows them. */
export const RETENTION = {
  sessions: `${SESSION_DAYS} days`,
  devices: `${DEVICE_DAYS} days`,
  networks: `${NETWORK_DAYS} days`,
  resetLinks: `${RESET_MINUTES} minutes`,
  emailLinks: `${CONFIRMATION_HOURS} hours`,
  emailChanges: `${UNDO_DAYS} days`,
  mails: '14 days',
  requests: '30 days',
  providerEvents: '30 days',
  reportLinks: `${REPORT_LINK_DAYS} days`,
  unfinishedUploads: `${UPLOAD_KEPT_DAYS} days`,
  exports: `${EXPORT_DAYS} days`,
  deletionGrace: `${DELETION_GRACE_DAYS} days`,
  withdrawnJobs: '90 days',
  abuseReports: '90 days',
  jobs: '10 years',
  payouts: '10 years',
  auditTrail: '10 years',
} as const satisfies Record<string, Period>;
export type RetentionName = keyof typeof RETENTION;
