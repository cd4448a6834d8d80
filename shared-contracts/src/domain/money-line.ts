import { formatInstantDay } from './deadline.ts';
import { FEE_PERCENT, formatCents, PILOT_SHARE_PERCENT, pilotShare } from './money.ts';
import type { Role } from './role.ts';
import type { ShareStatus } from './share-status.ts';
import type { JobView } from '../schemas/job.ts';
import type { PaymentView } from '../schemas/payment.ts';

/** One figure of a job's money. */
export interface MoneyFact {
  label: string;
  value: string;
  /** When and how. */
  note?: string;
}

/** The job whose money is shown. `updatedAt` of a paid job is the time of its payment. */
export type JobMoney = Pick<JobView, 'budget' | 'status' | 'updatedAt'>;

const BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** Returns how a payment was made: `Visa ending in 4242`, or `card` if the card is not known. */
export function paymentMethodText({ provider, cardBrand, cardLast4 }: PaymentView): string {
  if (provider === 'manual') return 'outside the platform';
  const brand = cardBrand ? (BRANDS[cardBrand] ?? 'card') : 'card';
  return cardLast4 ? `${brand} ending in ${cardLast4}` : brand;
}

/** Whether the client has submitted a card payment whose outcome is open. A payment that was only created is not started. */
export function isStarted(payment: PaymentView | null | undefined): boolean {
  return payment?.status === 'pending' && payment.submitted === true;
}

const SHARES: Readonly<Record<ShareStatus, string>> = {
  waiting: 'Waits for your payout account',
  held: 'Held during the dispute',
  transferring: 'Is transferred to your payout account',
  failed: 'Not transferred yet',
  available: 'At your payout account',
  'on-the-way': 'On the way to your bank',
  'paid-out': 'Paid out',
  returned: 'Returned to the client',
};

function chargedFact(job: JobMoney, payment: PaymentView | null): MoneyFact {
  const label = 'Charged';
  if (job.status !== 'paid') {
    return { label, value: 'Not yet', ...(isStarted(payment) && { note: 'A card payment has started' }) };
  }
  const value = formatCents(payment?.amount ?? job.budget);
  const how = payment ? [paymentMethodText(payment)] : [];
  const disputed = payment?.status === 'disputed' ? [disputeNote(payment)] : [];
  return { label, value, note: [formatInstantDay(job.updatedAt), ...how, ...disputed].join(', ') };
}

function disputeNote({ amount, refundedAmount, disputedAmount = amount }: PaymentView): string {
  const part = disputedAmount < amount - refundedAmount ? `${formatCents(disputedAmount)} ` : '';
  return `${part}disputed by the bank`;
}

function refundedFact(payment: PaymentView | null): MoneyFact {
  const label = 'Refunded';
  if (!payment || payment.refundedAmount === 0) return { label, value: 'Nothing' };
  const value = formatCents(payment.refundedAmount);
  return { label, value, ...(payment.refundedAt && { note: formatInstantDay(payment.refundedAt) }) };
}

/**
 * Returns the money of a job in its order: budget, fee, the pilot's share with its state, charged and refunded. The fee is what the share
 * leaves of the budget, so both add up to the cent.
 */
export function moneyFacts(job: JobMoney, payment: PaymentView | null, role: Role): MoneyFact[] {
  const { budget } = job;
  const share = pilotShare(budget);
  const shareLabel = role === 'pilot' ? 'Your share' : "Pilot's share";
  const state = payment?.share;
  return [
    { label: 'Budget', value: formatCents(budget) },
    { label: `Fee (${FEE_PERCENT}%)`, value: formatCents(budget - share) },
    {
      label: `${shareLabel} (${PILOT_SHARE_PERCENT}%)`,
      value: formatCents(share),
      ...(state && { note: SHARES[state] }),
    },
    chargedFact(job, payment),
    refundedFact(payment),
  ];
}
