import {
  END_REQUEST_DAYS,
  formatCents,
  formatDeadline,
  formatInstantUtc,
  jobNumber,
  PILOT_SHARE_PERCENT,
  pilotShare,
  RESET_MINUTES,
} from '@dps/contract';
import type { MailDetails } from './enqueue-mail.ts';
import type { MailContent } from './mail-message.ts';
import { EMAIL_MAILS } from './email.catalogue.ts';
import { dayOf, money, timeOf, type MailEntry, type MailFacts } from './mail-facts.ts';
import { PAYOUT_MAILS } from './payout.catalogue.ts';
import { isTopic, type MailKind } from './outgoing-mail.entity.ts';

const SECURITY = 'You get this message because it concerns the security of your account.';

/** A second factor, as the beginning of a sentence. */
const factorOf = ({ name }: MailFacts['detail']): string =>
  name ? `The passkey "${name}"` : 'An authenticator app';
const NOT_ME =
  'If you did not do this, choose a new password now, and check the security page. A new password signs out all devices.';
const checkAccount = { label: 'Check your account', path: '/security' };

const OF_JOBS = 'You get this message because of your jobs.';

const shareOf = (cents: number): string =>
  `Your share is ${PILOT_SHARE_PERCENT}% of this budget: ${formatCents(pilotShare(cents))}.`;

const openJob = (jobId: number | null) => ({ label: 'Open the job', path: `/jobs?job=${jobId}` });

const OPEN_AGAIN = 'All pilots can accept the job again. Its files, flights and deliverables stay.';

/** The texts about the end of an assignment. The sentence continues with the title of the job. */
const ENDS: Readonly<
  Record<MailDetails['assignment-end']['outcome'], Readonly<Record<'subject' | 'sentence' | 'next', string>>>
> = {
  withdrawn: {
    subject: 'Pilot withdrew',
    sentence: 'The pilot has withdrawn from your job',
    next: OPEN_AGAIN,
  },
  removed: {
    subject: 'Assignment ended',
    sentence: 'The client has ended your assignment to the job',
    next: 'You can still open the job to read your flights and deliverables.',
  },
  requested: {
    subject: 'Request to end the job',
    sentence: 'The client asks to end your assignment to the job',
    next: `Open the job to agree or decline. Without your decision, the assignment ends after ${END_REQUEST_DAYS} days.`,
  },
  declined: {
    subject: 'Assignment continues',
    sentence: 'The pilot declines to end the assignment to your job',
    next: 'The work continues. You can end the assignment after the deadline.',
  },
  agreed: {
    subject: 'Assignment ended',
    sentence: 'The pilot agrees to end the assignment to your job',
    next: OPEN_AGAIN,
  },
  granted: {
    subject: 'Assignment ended',
    sentence: `There was no decision for ${END_REQUEST_DAYS} days, which ends the assignment to the job`,
    next: 'All pilots can accept the job again. Flights and deliverables stay readable to both parties.',
  },
};
const isEnd = (outcome: string): outcome is keyof typeof ENDS => Object.hasOwn(ENDS, outcome);
const endOf = ({ outcome }: MailFacts['detail']) => ENDS[outcome && isEnd(outcome) ? outcome : 'granted'];

/** All texts of mails. */
const CATALOGUE = {
  'password-changed': ({ recipient, createdAt, detail }) => ({
    subject: 'Your password was changed',
    paragraphs: [
      `The password of your account ${recipient.username} was changed on ${timeOf(createdAt)}. All other devices are signed out.`,
      ...(detail['passkeys']
        ? [
            `Removed passkeys that were added after your last sign-in on a known device: ${detail['passkeys']}.`,
          ]
        : []),
      'If you did not do this, choose a new password now.',
    ],
    action: { label: 'Choose a new password', path: '/forgot-password' },
  }),
  'password-reset': ({ recipient, token }) => ({
    subject: 'Choose a new password',
    paragraphs: [
      `A new password for your account ${recipient.username} was requested.`,
      `The link works once, for ${RESET_MINUTES} minutes. A new password signs out all devices.`,
      'If you did not request this, ignore this message: your password does not change.',
    ],
    // Browsers send the part after # to no server.
    action: { label: 'Choose a new password', path: `/reset-password#${token}` },
  }),
  'new-device': ({ recipient, createdAt, detail }) => ({
    subject: 'A sign-in from a new device',
    paragraphs: [
      `A new device signed in to your account ${recipient.username} on ${timeOf(createdAt)}.`,
      `Device: ${detail['device'] ?? 'an unknown browser'}. Network: ${detail['network'] ?? 'unknown'}.`,
      'If this was not you, choose a new password now. It signs out all devices.',
    ],
    action: { label: 'Check your devices', path: '/security' },
  }),
  'factor-added': ({ recipient, createdAt, detail }) => ({
    subject: detail['name'] ? 'A passkey was added' : 'An authenticator app was set up',
    paragraphs: [
      `${factorOf(detail)} was added to your account ${recipient.username} on ${timeOf(createdAt)}.`,
      NOT_ME,
    ],
    action: checkAccount,
  }),
  'factor-removed': ({ recipient, createdAt, detail }) => ({
    subject: detail['name'] ? 'A passkey was removed' : 'An authenticator app was removed',
    paragraphs: [
      `${factorOf(detail)} was removed from your account ${recipient.username} on ${timeOf(createdAt)}.`,
      NOT_ME,
    ],
    action: checkAccount,
  }),
  'recovery-code-used': ({ recipient, createdAt, detail }) => ({
    subject: 'A recovery code was used',
    paragraphs: [
      `A recovery code was used to sign in to your account ${recipient.username} on ${timeOf(createdAt)}. Unused codes: ${detail['left']}.`,
      NOT_ME,
    ],
    action: checkAccount,
  }),
  'export-ready': ({ recipient, detail }) => ({
    subject: 'Your data is ready to download',
    paragraphs: [
      `The export of the data of your account ${recipient.username} is ready, until ${dayOf(detail['until'])}.`,
      'The link opens the page of your data. Sign in there to download the file.',
      'If you did not request this, change your password now.',
    ],
    action: { label: 'Download your data', path: '/your-data' },
  }),
  'deletion-requested': ({ recipient, detail }) => ({
    subject: 'Your account will be deleted',
    paragraphs: [
      `The deletion of your account ${recipient.username} was requested. Your account is deleted on ${dayOf(detail['deletesAt'])}.`,
      'Until then, you can sign in and keep it. All other devices are signed out.',
      'If you did not request this, keep your account and change your password now.',
    ],
    action: { label: 'Keep your account', path: '/your-data' },
  }),
  'account-deleted': ({ recipient }) => ({
    subject: 'Your account is deleted',
    paragraphs: [
      `Your account ${recipient.username} is deleted, and its username and password no longer work.`,
      'Jobs that you shared with others, and their payments, remain without your name.',
    ],
    action: { label: 'Read what remains', path: '/privacy' },
  }),
  ...EMAIL_MAILS,
  ...PAYOUT_MAILS,
  'job-accepted': ({ jobTitle, jobId, pilotName }) => ({
    ...(pilotName === null
      ? {
          subject: `Open again: ${jobTitle}`,
          paragraphs: [`The acceptance of your job "${jobTitle}" has ended. All pilots can accept it again.`],
        }
      : {
          subject: `Accepted: ${jobTitle}`,
          paragraphs: [`${pilotName} has accepted your job "${jobTitle}".`],
        }),
    action: openJob(jobId),
  }),
  'job-review': ({ jobTitle, jobId }) => ({
    subject: `Ready for review: ${jobTitle}`,
    paragraphs: [`The work on your job "${jobTitle}" is submitted. Please look at the deliverables.`],
    action: openJob(jobId),
  }),
  'job-completed': ({ jobTitle, jobId, detail }) => ({
    subject: `Completed: ${jobTitle}`,
    paragraphs: [`Your job "${jobTitle}" is completed. The payment of ${money(detail['amount'])} is due.`],
    action: openJob(jobId),
  }),
  'job-paid': ({ jobTitle, jobId, detail, terms }) => ({
    subject: `Paid: ${jobTitle}`,
    paragraphs: [
      `The job "${jobTitle}" is paid. The amount is ${money(detail['amount'])}.`,
      ...(terms?.isOfPilot ? [shareOf(Number(detail['amount']))] : []),
    ],
    action: openJob(jobId),
  }),
  'job-refunded': ({ jobTitle, jobId, detail }) => ({
    subject: `Refunded: ${jobTitle}`,
    paragraphs: [`${money(detail['amount'])} of the payment for the job "${jobTitle}" is refunded.`],
    action: openJob(jobId),
  }),
  'changes-requested': ({ jobTitle, jobId, detail }) => ({
    subject: `Changes requested: ${jobTitle}`,
    paragraphs: [
      `The client asks for changes of your work on the job "${jobTitle}":`,
      detail['comment'] ?? '',
      'The job is in progress again. Submit it again when the changes are made.',
    ],
    action: openJob(jobId),
  }),
  'assignment-end': ({ jobTitle, jobId, detail }) => ({
    subject: `${endOf(detail).subject}: ${jobTitle}`,
    paragraphs: [
      `${endOf(detail).sentence} "${jobTitle}"${detail['reason'] ? ':' : '.'}`,
      ...(detail['reason'] ? [detail['reason']] : []),
      endOf(detail).next,
    ],
    action: openJob(jobId),
  }),
  'budget-changed': ({ jobTitle, jobId, detail }) => ({
    subject: `New budget: ${jobTitle}`,
    paragraphs: [
      `The client has changed the budget of your job "${jobTitle}" from ${money(detail['before'])} to ${money(detail['after'])}.`,
    ],
    action: openJob(jobId),
  }),
  'deadline-tomorrow': ({ jobTitle, jobId, detail }) => ({
    subject: `Due tomorrow: ${jobTitle}`,
    paragraphs: [`The job "${jobTitle}" is due on ${dayOf(detail['deadline'])}.`],
    action: openJob(jobId),
  }),
  questions: ({ jobTitle, jobId, detail }) =>
    detail['outcome'] === 'asked'
      ? {
          subject: `Question: ${jobTitle}`,
          paragraphs: [
            `A pilot asks a question about your job "${jobTitle}".`,
            'All pilots can read your answer until one of them accepts the job.',
          ],
          action: { label: 'Answer the question', path: `/jobs?job=${jobId}` },
        }
      : {
          subject: `Answered: ${jobTitle}`,
          paragraphs: [`The client has answered your question about the job "${jobTitle}".`],
          action: { label: 'Read the answer', path: `/jobs?job=${jobId}` },
        },
  messages: ({ jobTitle, jobId, detail, recipient, clientName, pilotName }) => {
    const pilotId = detail['pilotId'] ?? '';
    const name = recipient.userId === Number(pilotId) ? clientName : pilotName;
    return {
      subject: `New message: ${jobTitle}`,
      paragraphs: [`${name} has written to you about the job "${jobTitle}".`],
      action: { label: 'Read the message', path: `/messages?job=${jobId}&pilot=${pilotId}` },
    };
  },
} as const satisfies Record<MailKind, (facts: MailFacts) => MailEntry>;

/** Returns the number, the deadline and the budget of the job of a mail. */
function detailsOf({ jobId, terms }: MailFacts): MailContent['details'] {
  if (jobId === null || !terms) return [];
  const { budget, deadline, deadlineHasTime } = terms;
  const due = deadlineHasTime
    ? formatInstantUtc(deadline)
    : formatDeadline({ deadline: new Date(deadline).toISOString(), deadlineHasTime });
  return [
    ['Job', jobNumber(jobId)],
    ['Deadline', due],
    ['Budget', formatCents(budget)],
  ];
}

/** Returns the content of a mail. `origin` is the public origin of the product. */
export function mailContent(kind: MailKind, facts: MailFacts, origin: string): MailContent {
  const { subject, paragraphs, action } = CATALOGUE[kind](facts);
  return {
    subject,
    name: facts.recipient.name,
    paragraphs,
    details: detailsOf(facts),
    action: { label: action.label, address: new URL(action.path, origin).href },
    ...(isTopic(kind)
      ? { reason: OF_JOBS, settings: { label: 'Choose your mail', address: new URL('/mail', origin).href } }
      : { reason: SECURITY }),
  };
}
