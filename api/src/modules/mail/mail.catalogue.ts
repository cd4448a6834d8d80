import type { MailContent } from './mail-message.ts';
import type { DueMail, Recipient } from './mail-outbox.ts';
import { RESET_MINUTES } from './password-reset.entity.ts';
import type { MailKind } from './outgoing-mail.entity.ts';

/** The facts of a mail. */
export interface MailFacts extends Pick<DueMail, 'createdAt' | 'detail' | 'jobId'> {
  recipient: Recipient;
  jobTitle: string;
  /** The token of a link, in the kinds that have one. */
  token: string;
}

/** What a kind of mail says. `path` is the page of its link. */
interface Entry extends Pick<MailContent, 'subject' | 'paragraphs'> {
  action: { label: string; path: string };
}

const instant = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});
const timeOf = (at: Date): string => `${instant.format(at)} UTC`;

const SECURITY = 'You get this message because it concerns the security of your account.';

/** All texts of mails. */
const CATALOGUE = {
  'password-changed': ({ recipient, createdAt }) => ({
    subject: 'Your password was changed',
    paragraphs: [
      `The password of your account ${recipient.username} was changed on ${timeOf(createdAt)}. All other devices are signed out.`,
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
} as const satisfies Record<MailKind, (facts: MailFacts) => Entry>;

/** Returns the content of a mail. `origin` is the public origin of the product. */
export function mailContent(kind: MailKind, facts: MailFacts, origin: string): MailContent {
  const { subject, paragraphs, action } = CATALOGUE[kind](facts);
  return {
    subject,
    name: facts.recipient.name,
    paragraphs,
    action: { label: action.label, address: new URL(action.path, origin).href },
    reason: SECURITY,
  };
}
