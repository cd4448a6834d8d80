import type { Role } from '@dps/contract';

/** Texts of the notice for users who have to confirm their email address. */
export const texts = {
  title: 'Confirm your email address',
  why: {
    client: (address: string) =>
      `Before you post jobs, open the link in the mail that we sent to ${address}.`,
    pilot: (address: string) =>
      `Before you accept jobs, open the link in the mail that we sent to ${address}.`,
  } satisfies Record<Role, (address: string) => string>,
  send: 'Send the Mail Again',
  sent: 'The mail is on its way.',
  failed: 'The mail could not be sent. Please try again.',
  change: 'Change Address',
} as const;
