import { DELETION_GRACE_DAYS, EXPORT_DAYS, RETENTION, type RetentionName } from '@dps/contract';

interface KeptData {
  what: string;
  why: string;
  howLong: string;
}

/** The rows that housekeeping deletes after a time. */
const KEPT = {
  sessions: {
    what: 'Your sign-ins, with browser, system and network',
    why: 'So that you stay signed in, and can sign out a device that you have lost.',
    howLong: `${RETENTION.sessions} after the sign-in, or until you sign out`,
  },
  devices: {
    what: 'A random number for each of your devices',
    why: 'To mail you when a new device signs in.',
    howLong: `${RETENTION.devices} after its last sign-in`,
  },
  networks: {
    what: 'The networks from which you sign in, as hashes together with your username',
    why: 'So that attackers elsewhere cannot lock you out.',
    howLong: `${RETENTION.networks} after your last sign-in there, also after you delete your account`,
  },
  resetLinks: {
    what: 'Links to a new password',
    why: 'So that you can replace a forgotten password.',
    howLong: RETENTION.resetLinks,
  },
  emailLinks: {
    what: 'Links that confirm your email address',
    why: 'So that your messages reach you.',
    howLong: RETENTION.emailLinks,
  },
  emailChanges: {
    what: 'Your previous email address and sign-in factors, after a change of the address',
    why: 'So that you can undo a change that you did not make.',
    howLong: RETENTION.emailChanges,
  },
  mails: {
    what: 'Mails to you',
    why: 'To send them again if a mail server does not work.',
    howLong: RETENTION.mails,
  },
  requests: {
    what: 'Changes that your device sends again without a network',
    why: 'To make each change once.',
    howLong: RETENTION.requests,
  },
  providerEvents: {
    what: 'Numbers of messages of the payment provider, without their content',
    why: 'To process each message once.',
    howLong: RETENTION.providerEvents,
  },
  reportLinks: {
    what: 'Links to evidence reports that you share',
    why: 'So that readers without an account can open a report.',
    howLong: `${RETENTION.reportLinks}, or until you revoke the link`,
  },
  unfinishedUploads: {
    what: 'Files whose upload is not finished, or that were not sent with their message',
    why: 'So that you can continue an upload.',
    howLong: `${RETENTION.unfinishedUploads}, and an hour for attachments of a job`,
  },
  exports: {
    what: 'Exports of your data',
    why: 'So that you can download them.',
    howLong: RETENTION.exports,
  },
  deletionGrace: {
    what: 'Your account after you have requested its deletion',
    why: 'So that you can change your mind.',
    howLong: RETENTION.deletionGrace,
  },
  withdrawnJobs: {
    what: 'The history of jobs that were deleted',
    why: 'To answer questions about them.',
    howLong: RETENTION.withdrawnJobs,
  },
  abuseReports: {
    what: 'Your reports of messages, questions and answers',
    why: 'So that the operator can stop misuse.',
    howLong: `${RETENTION.abuseReports} after the operator has decided`,
  },
  jobs: {
    what: 'Jobs with their flights, files, messages, history and payments',
    why: 'The other party of the job needs them, and accounting requires them.',
    howLong: `As long as one of the two parties has an account, and at least ${RETENTION.jobs} after the last change`,
  },
  payouts: {
    what: 'Payouts of your share to your bank, without its number',
    why: 'Accounting requires them.',
    howLong: `As long as you have an account, and at least ${RETENTION.payouts}`,
  },
  auditTrail: {
    what: 'Changes of accounts and of money, with numbers instead of names',
    why: 'To detect and prove misuse.',
    howLong: RETENTION.auditTrail,
  },
} as const satisfies Record<RetentionName, KeptData>;

/** Data without a fixed time. */
const OTHER: readonly KeptData[] = [
  {
    what: 'Your profile, password, two-step verification, calendar address and mail settings',
    why: 'To sign you in, to show others whom they work with, and to send you what you have chosen.',
    howLong: 'Until you delete your account. The password is stored as a hash only.',
  },
  {
    what: 'Counters of your requests, under hashes of your account and your network',
    why: 'To stop attacks.',
    howLong: 'At most 1 day',
  },
  {
    what: 'The log of the server, with the number of your account, and without names, addresses and contents',
    why: 'To find faults.',
    howLong: 'As long as the operator of the server keeps logs',
  },
  {
    what: 'Drafts and pages for work without a network, in your browser',
    why: 'So that you lose no work.',
    howLong: 'Until you sign out',
  },
  {
    what: 'Changes that wait for a network, read notices and your choices for screens, in your browser',
    why: 'So that you lose no work, and see each notice once.',
    howLong: 'Changes until they are sent, the rest until you delete the data of your browser',
  },
];

/** Texts of the page `/privacy`. */
export const texts = {
  title: 'Privacy',
  subtitle: 'What Drone Pilot Surveys stores about you, why, and how long',
  kept: 'What Is Kept, and How Long',
  why: 'Why',
  howLong: 'How long',
  rows: [...OTHER.slice(0, 1), ...Object.values(KEPT), ...OTHER.slice(1)],
  sections: [
    {
      title: 'Who Receives Your Data',
      text: 'The other party of a job sees your name, and the job with its files, flights and your messages. A client also sees the picture of the pilot, and figures of the work here: completed jobs, flight hours, flight logs and deadlines met. After an assignment has ended, its client and its pilot still see its flights and deliverables. The payment provider receives the email of the client and the data of the card, which this product never stores; it shows the last four digits. Messages to you pass the mail server of the operator. There is no advertising, and no data is sold.',
    },
    {
      title: 'Your Choices',
      text: `You can download all data about you as a ZIP file, for ${EXPORT_DAYS} days after it is made. You can delete your account: it is deleted ${DELETION_GRACE_DAYS} days after your request, and you can keep it until then. The deletion waits until accepted work and open payments are finished.`,
    },
    {
      title: 'What Remains After a Deletion',
      text: 'Your name becomes "Deleted user". Email, username, picture, password, devices, links and settings are deleted, and so are your open jobs. Jobs that you shared with others, their flights, files, messages and payments remain without your name. A hash of your username remains, so that no other user gets it.',
    },
  ],
  yourData: 'Your Data',
} as const;
