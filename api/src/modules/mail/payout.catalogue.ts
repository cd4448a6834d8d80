import type { MailDetails } from './enqueue-mail.ts';
import { dayOf, money, type MailEntry, type MailFacts } from './mail-facts.ts';

type ReportedState = MailDetails['payout-account']['state'];

type Texts = Pick<MailEntry, 'subject' | 'paragraphs'>;

/** The texts about each state of the account that receives a pilot's share, and of a payout from it. */
const STATES: Readonly<Record<ReportedState, (detail: MailFacts['detail']) => Texts>> = {
  'needs-information': ({ dueAt }) => {
    const by = dueAt ? ` by ${dayOf(dueAt)}` : '';
    return {
      subject: `Your payout account needs information${by}`,
      paragraphs: [
        `Stripe needs more information for your payout account${by}.`,
        'Open your payments and select "Add information". Without it, Stripe can stop your payouts.',
      ],
    };
  },
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
  'payout-paid': ({ amount }) => ({
    subject: `Your payout of ${money(amount)} is paid`,
    paragraphs: [`Your payout of ${money(amount)} is at your bank. Your payments have its jobs.`],
  }),
  'payout-failed': ({ amount, reason }) => ({
    subject: `Your payout of ${money(amount)} failed`,
    paragraphs: [
      `Your payout of ${money(amount)} failed.${reason ? ` The reason is: ${reason}` : ''}`,
      'The money is at your payout account again. Your payments say what you can do, and the next payout includes the money.',
    ],
  }),
};
const isReported = (state: string): state is ReportedState => Object.hasOwn(STATES, state);

/** The texts of mails about payouts. */
export const PAYOUT_MAILS = {
  'payout-account': ({ detail }) => ({
    ...STATES[detail.state && isReported(detail.state) ? detail.state : 'needs-information'](detail),
    action: { label: 'Open your payments', path: '/payments' },
  }),
} as const satisfies Record<string, (facts: MailFacts) => MailEntry>;
