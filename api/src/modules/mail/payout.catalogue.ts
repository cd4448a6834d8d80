import type { MailDetails } from './enqueue-mail.ts';
import { dayOf, type MailEntry, type MailFacts } from './mail-facts.ts';

type ReportedState = MailDetails['payout-account']['state'];

/** The texts about each state of the account that receives a pilot's share. `by` is empty or the end of a sentence: " by {day}". */
const STATES: Readonly<Record<ReportedState, (by: string) => Pick<MailEntry, 'subject' | 'paragraphs'>>> = {
  'needs-information': (by) => ({
    subject: `Your payout account needs information${by}`,
    paragraphs: [
      `Stripe needs more information for your payout account${by}.`,
      'Open your payments and select "Add information". Without it, Stripe can stop your payouts.',
    ],
  }),
  ready: () => ({
    subject: 'Your payout account is ready',
    paragraphs: ['Stripe has checked your details. Your payout account can receive your share.'],
  }),
  refused: () => ({
    subject: 'Your payout account is refused',
    paragraphs: [
      'Stripe has refused or closed your payout account, so it cannot receive your share.',
      'Contact support to find out how you can be paid.',
    ],
  }),
};
const isReported = (state: string): state is ReportedState => Object.hasOwn(STATES, state);

/** The texts of mails about payouts. */
export const PAYOUT_MAILS = {
  'payout-account': ({ detail: { state, dueAt } }) => ({
    ...STATES[state && isReported(state) ? state : 'needs-information'](dueAt ? ` by ${dayOf(dueAt)}` : ''),
    action: { label: 'Open your payments', path: '/payments' },
  }),
} as const satisfies Record<string, (facts: MailFacts) => MailEntry>;
