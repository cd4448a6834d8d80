import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { FlightRecord, FlightTrack } from '../../modules/flight-data/flight-record.entity.ts';
import { toStoredEvidence } from '../../modules/flight-data/flight-record.mapper.ts';
import { recordJobEvent } from '../../modules/job-events/record-job-event.ts';
import type { Job } from '../../modules/jobs/job.entity.ts';
import { recordPaymentChange } from '../../modules/payments/payment.changes.ts';
import { Payment } from '../../modules/payments/payment.entity.ts';
import { demoEvidence } from './demo-flight-log.ts';
import type { DemoFlight } from './demo-jobs.ts';

/** Inserts a flight of the job's pilot, with its track if it has a log. */
export async function seedFlight(
  manager: EntityManager,
  job: Job,
  flight: DemoFlight,
  createdAt: Date,
): Promise<void> {
  if (job.pilotId === null) throw new Error(`"${job.title}" has flights but no pilot`);
  const { flownDaysAgo: _days, log, ...columns } = flight;
  const body = { ...columns, jobId: job.id, evidence: log && demoEvidence(log, createdAt) };
  const record = manager.create(FlightRecord, {
    ...body,
    evidence: toStoredEvidence(body),
    pilotId: job.pilotId,
    createdAt,
  });
  await manager.insert(FlightRecord, record);
  const { track } = body.evidence ?? {};
  if (track) await manager.insert(FlightTrack, { recordId: record.id, track });
  const { flightNumber, duration } = record;
  const event = { kind: 'flight-added', job, actorId: job.pilotId, at: createdAt } as const;
  await recordJobEvent(manager, { ...event, after: { flightNumber, duration } });
}

/** Inserts the payment of a job that was just paid. */
export async function seedPayment(
  manager: EntityManager,
  job: Job,
  provider: 'stripe' | 'manual',
): Promise<void> {
  const transactionId = provider === 'manual' ? `manual:${randomUUID()}` : `pi_demo_${job.id}`;
  const payment = manager.create(Payment, {
    jobId: job.id,
    provider,
    status: 'completed',
    amount: job.budget,
    refundedAmount: 0,
    transactionId,
    ...(provider === 'stripe' && { cardBrand: 'visa', cardLast4: '4242' }),
    createdAt: job.updatedAt,
    updatedAt: job.updatedAt,
  });
  await manager.insert(Payment, payment);
  await recordPaymentChange(manager, job, payment, null, job.updatedAt);
}
