import type { JobEventView } from '@dps/contract';
import { eventSentence } from './event.sentences.ts';
import { fieldChanges } from './job-changes.ts';

const event = (given: Partial<JobEventView>): JobEventView => ({
  id: 1,
  at: '2026-11-20T10:00:00.000Z',
  kind: 'posted',
  actor: { name: 'Ada Hill' },
  pilot: null,
  before: null,
  after: null,
  ...given,
});
const pilot = { name: 'Dana Pilot' };
const paid = (given: object) => ({
  paymentStatus: 'completed' as const,
  amount: 10_000,
  refundedAmount: 0,
  ...given,
});

describe('eventSentence', () => {
  it.each<[Partial<JobEventView>, string]>([
    [{ kind: 'posted' }, 'Ada Hill posted the job'],
    [{ kind: 'edited' }, 'Ada Hill changed the job'],
    [{ kind: 'edited', actor: null }, 'The job was changed'],
    [{ kind: 'accepted', actor: pilot, pilot }, 'Dana Pilot accepted the job'],
    [{ kind: 'released', actor: pilot, pilot }, 'Dana Pilot released the job'],
    [{ kind: 'pilot-removed', pilot }, 'Ada Hill removed Dana Pilot from the job'],
    [{ kind: 'pilot-removed', actor: null, pilot }, 'Dana Pilot no longer has the job'],
    [{ kind: 'status', after: { status: 'review' } }, 'Ada Hill marked the job as Review'],
    [{ kind: 'status', after: { status: 'paid' } }, 'The job was marked as Paid'],
    [
      { kind: 'changes-requested', after: { comment: 'The west side is missing.' } },
      'Ada Hill asked for changes: The west side is missing.',
    ],
    [
      { kind: 'end-requested', after: { reason: 'The site is sold.' } },
      'Ada Hill asked to end the assignment: The site is sold.',
    ],
    [{ kind: 'end-declined', actor: pilot }, 'Dana Pilot declined to end the assignment'],
    [{ kind: 'assignment-ended', actor: pilot, pilot }, 'Dana Pilot agreed to end the assignment'],
    [
      { kind: 'assignment-ended', actor: null, pilot },
      'The assignment ended without a decision of the pilot',
    ],
    [{ kind: 'taken-back', actor: pilot }, 'Dana Pilot took the submitted work back'],
    [
      { kind: 'released', actor: pilot, pilot, after: { reason: 'The drone is damaged.' } },
      'Dana Pilot withdrew: The drone is damaged.',
    ],
    [
      { kind: 'pilot-removed', pilot, after: { reason: 'The deadline has passed.' } },
      'Ada Hill ended the assignment of Dana Pilot: The deadline has passed.',
    ],
    [{ kind: 'progress', actor: pilot }, 'Dana Pilot reported progress'],
    [{ kind: 'file-added', after: { fileName: 'plan.pdf' } }, 'Ada Hill attached plan.pdf'],
    [{ kind: 'file-removed', before: { fileName: 'plan.pdf' } }, 'plan.pdf was removed'],
    [
      { kind: 'flight-added', actor: pilot, after: { flightNumber: 'FL-7', duration: 42 } },
      'Dana Pilot logged flight FL-7, 42 min',
    ],
    [
      { kind: 'flight-log', actor: pilot, after: { flightNumber: 'FL-7', logState: 'checking' } },
      'The log of flight FL-7 was uploaded',
    ],
    [
      { kind: 'flight-log', actor: null, after: { flightNumber: 'FL-7', logState: 'refused' } },
      'The log of flight FL-7 could not be read',
    ],
    [{ kind: 'payment', after: paid({ provider: 'stripe' }) }, 'Ada Hill paid $100.00 by card'],
    [
      { kind: 'payment', actor: pilot, after: paid({ provider: 'manual' }) },
      'Dana Pilot received $100.00 outside the platform',
    ],
    [
      { kind: 'refund', actor: null, before: paid({}), after: paid({ refundedAmount: 510 }) },
      '$5.10 was refunded',
    ],
    [
      { kind: 'refund', actor: null, before: paid({}), after: paid({ paymentStatus: 'refunded' }) },
      '$100.00 was refunded',
    ],
    [
      {
        kind: 'refund',
        actor: null,
        before: paid({ refundedAmount: 500 }),
        after: paid({ refundedAmount: 200 }),
      },
      'The refund was corrected to $2.00',
    ],
    [
      { kind: 'dispute', actor: null, after: paid({ paymentStatus: 'disputed' }) },
      'The card holder disputed the payment',
    ],
    [
      { kind: 'dispute', actor: null, after: paid({ paymentStatus: 'disputed', disputedAmount: 10_000 }) },
      'The card holder disputed the payment',
    ],
    [
      {
        kind: 'dispute',
        actor: null,
        before: paid({ paymentStatus: 'disputed', disputedAmount: 200 }),
        after: paid({ paymentStatus: 'disputed', disputedAmount: 2700 }),
      },
      'The card holder disputed $25.00 of the payment',
    ],
    [
      {
        kind: 'dispute',
        actor: null,
        before: paid({ paymentStatus: 'disputed', disputedAmount: 2700 }),
        after: paid({ paymentStatus: 'disputed', disputedAmount: 200 }),
      },
      'The dispute about the payment ended',
    ],
    [{ kind: 'question-asked', actor: null }, 'A pilot asked a question'],
    [{ kind: 'question-answered' }, 'Ada Hill answered a question'],
    [{ kind: 'dispute', actor: null, after: paid({}) }, 'The dispute about the payment ended'],
  ])('[PJOB-35] writes %j as "%s"', (given, sentence) => {
    expect(eventSentence(event(given))).toBe(sentence);
  });

  it('has a sentence for the kind of a newer API', () => {
    const newer: object = { ...event({}), kind: 'archived' };
    expect(eventSentence(Object.assign(event({}), newer))).toBe('The job was changed');
  });
});

describe('fieldChanges', () => {
  it('[AREA-8] has the fields with both values, formatted', () => {
    const figures = { squareMeters: 100_000, widthMeters: 480, heightMeters: 310 };
    const area = { ...figures, longitude: -97.7431, latitude: 30.2672 };
    const changes = fieldChanges(
      {
        budget: 120_000,
        deadline: '2026-12-31',
        area: null,
        progress: 20,
        description: 'Old',
        title: 'Same',
      },
      { budget: 145_000, deadline: '2027-01-15', area, progress: 40, description: 'New' },
    );
    expect(changes.map(({ label, before, after }) => `${label}: ${before} → ${after}`)).toEqual([
      'Survey Area: No area → 24.7 acres (10 ha), 480 m × 310 m, center 30.2672° N, 97.7431° W',
      'Budget: $1,200.00 → $1,450.00',
      'Deadline: Dec 31, 2026, TBD → Jan 15, 2027, TBD',
      'Progress: 20% → 40%',
      'Description: Old → New',
    ]);
  });
});
