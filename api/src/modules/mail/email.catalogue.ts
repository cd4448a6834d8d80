import { CONFIRMATION_HOURS, UNDO_DAYS } from '@dps/contract';
import { timeOf, type MailEntry, type MailFacts } from './mail-facts.ts';

/** The texts of mails about the email address. Mails to an address that is not confirmed have no text of a user. */
export const EMAIL_MAILS = {
  'email-confirmation': ({ token }) => ({
    subject: 'Confirm your email address',
    paragraphs: [
      'Please confirm that this is the address of your account. Then you can post and accept jobs.',
      `The link works once, for ${CONFIRMATION_HOURS} hours.`,
      'If you did not sign up, ignore this message.',
    ],
    action: { label: 'Confirm address', path: `/confirm-email#${token}` },
  }),
  'email-change': ({ token }) => ({
    subject: 'Confirm your new email address',
    paragraphs: [
      'Please confirm that this is the new address of your account.',
      `The link works once, for ${CONFIRMATION_HOURS} hours. Until then, your messages go to the previous address.`,
      'If you did not request this, ignore this message: nothing changes.',
    ],
    action: { label: 'Confirm address', path: `/confirm-email#${token}` },
  }),
  'email-in-use': ({ recipient }) => ({
    subject: 'Another account has entered your email address',
    paragraphs: [
      `The user of another account has entered this address as the new one. It belongs to your account ${recipient.username}, so nothing changes.`,
      'If this was you, sign in with that account, or change its address first. Otherwise, ignore this message.',
    ],
    action: { label: 'Sign in', path: '/login' },
  }),
  'email-change-requested': ({ recipient, createdAt }) => ({
    subject: 'A new email address was requested',
    paragraphs: [
      `A new email address for your account ${recipient.username} was requested on ${timeOf(createdAt)}. It becomes active when the link in a mail to it is opened.`,
      'If you did not do this, choose a new password now. This cancels the change and signs out all devices.',
    ],
    action: { label: 'Choose a new password', path: '/forgot-password' },
  }),
  'email-changed': ({ recipient, createdAt, token }) => ({
    subject: 'Your email address was changed',
    paragraphs: [
      `The email address of your account ${recipient.username} was changed on ${timeOf(createdAt)}. This is the last message to the previous address.`,
      `If you did not do this, restore your account now. The link works once, for ${UNDO_DAYS} days.`,
      'It restores this address and your sign-in factors, signs out all devices, and asks for a new password.',
    ],
    action: { label: 'Restore your account', path: `/restore-account#${token}` },
  }),
  'email-restored': ({ recipient, createdAt }) => ({
    subject: 'A change of the email address was undone',
    paragraphs: [
      `The previous email address of the account ${recipient.username} was restored on ${timeOf(createdAt)}, and the password was changed. All devices are signed out.`,
      'If you did not do this, contact support now.',
    ],
    action: { label: 'Sign in', path: '/login' },
  }),
} as const satisfies Record<string, (facts: MailFacts) => MailEntry>;
