import { formatCents, type JobEventKind, type JobEventView } from '@dps/contract';
import { historyTexts as texts } from '../../texts/history.ts';

type Values = NonNullable<JobEventView['before']>;

/** An event with empty values in place of missing ones. `who` is undefined for a change without a user. */
interface Facts {
  who: string | undefined;
  pilot: string;
  before: Values;
  after: Values;
}

const money = (cents: number | undefined) => formatCents(cents ?? 0);

function paymentSentence({ who, after }: Facts): string {
  const amount = money(after.amount);
  if (who === undefined) return texts.wasPaid(amount);
  return after.provider === 'manual' ? texts.paidElsewhere(who, amount) : texts.paidByCard(who, amount);
}

function refundSentence({ before, after }: Facts): string {
  const cents = (after.refundedAmount ?? 0) - (before.refundedAmount ?? 0);
  if (cents > 0) return texts.refunded(formatCents(cents));
  return after.paymentStatus === 'refunded'
    ? texts.refunded(money(after.amount))
    : texts.refundEnded(money(after.refundedAmount));
}

function disputeSentence({ before, after }: Facts): string {
  // Earlier events do not have the disputed amount.
  const cents = (after.disputedAmount ?? 0) - (before.disputedAmount ?? 0);
  if (after.paymentStatus !== 'disputed' || cents < 0) return texts.disputeEnded;
  return cents === 0 || cents === after.amount ? texts.disputed : texts.disputedPart(formatCents(cents));
}

function statusSentence({ who, after: { status = 'pending' } }: Facts): string {
  // The payment is an event of its own, which names the user.
  return who === undefined || status === 'paid' ? texts.wasMarked(status) : texts.status(who, status);
}

const SENTENCES: Readonly<Record<JobEventKind, (facts: Facts) => string>> = {
  posted: ({ who }) => (who === undefined ? texts.wasPosted : texts.posted(who)),
  edited: ({ who }) => (who === undefined ? texts.wasEdited : texts.edited(who)),
  accepted: ({ pilot }) => texts.accepted(pilot),
  released: ({ pilot, after: { reason } }) =>
    reason === undefined ? texts.released(pilot) : texts.withdrew(pilot, reason),
  'pilot-removed': ({ who, pilot, after: { reason } }) => {
    if (who === undefined) return texts.pilotLost(pilot);
    return reason === undefined ? texts.pilotRemoved(who, pilot) : texts.ended(who, pilot, reason);
  },
  status: statusSentence,
  'changes-requested': ({ who, after: { comment = '' } }) =>
    texts.changesRequested(who ?? texts.theClient, comment),
  'end-requested': ({ who, after: { reason = '' } }) => texts.endRequested(who ?? texts.theClient, reason),
  'end-declined': ({ who }) => texts.endDeclined(who ?? texts.aPilot),
  'assignment-ended': ({ who }) => (who === undefined ? texts.granted : texts.agreed(who)),
  'taken-back': ({ who }) => texts.takenBack(who ?? texts.aPilot),
  progress: ({ who }) => (who === undefined ? texts.progressChanged : texts.progress(who)),
  'file-added': ({ who, after: { fileName = '' } }) =>
    who === undefined ? texts.fileWasAdded(fileName) : texts.fileAdded(who, fileName),
  'file-removed': ({ before: { fileName = '' } }) => texts.fileRemoved(fileName),
  'flight-added': ({ who, after: { flightNumber = '', duration = 0 } }) =>
    who === undefined
      ? texts.flightWasAdded(flightNumber, duration)
      : texts.flightAdded(who, flightNumber, duration),
  'flight-log': ({ after: { flightNumber = '', logState = 'checking' } }) =>
    texts.log[logState](flightNumber),
  payment: paymentSentence,
  refund: refundSentence,
  dispute: disputeSentence,
  'report-shared': ({ who }) => (who === undefined ? texts.reportWasShared : texts.reportShared(who)),
  'report-revoked': () => texts.reportRevoked,
  'question-asked': () => texts.questionAsked,
  'question-answered': ({ who }) => texts.questionAnswered(who ?? texts.theClient),
};

/** Returns an event as a sentence: "Dana Pilot accepted the job". A newer API may have further kinds. */
export function eventSentence({ kind, actor, pilot, before, after }: JobEventView): string {
  if (!Object.hasOwn(SENTENCES, kind)) return texts.other;
  return SENTENCES[kind]({
    who: actor?.name,
    pilot: pilot?.name ?? texts.aPilot,
    before: before ?? {},
    after: after ?? {},
  });
}
