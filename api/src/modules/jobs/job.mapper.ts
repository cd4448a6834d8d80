import {
  fromCents,
  parseDeadline,
  toCents,
  type AttachmentView,
  type FlightRecordView,
  type JobContent,
  type JobDetailView,
  type JobView,
  type PaymentView,
} from '@dps/shared-contracts';
import type { Job } from './job.entity.ts';

/** A job for a list; its client and pilot must be loaded. */
export function toJobView(job: Job): JobView {
  return {
    id: job.id,
    title: job.title,
    description: job.description,
    surveyType: job.surveyType,
    location: job.location,
    budget: fromCents(job.budgetCents),
    status: job.status,
    progress: job.progress,
    clientId: job.clientId,
    pilotId: job.pilotId,
    deadline: job.deadline.toISOString(),
    deadlineHasTime: job.deadlineHasTime,
    createdAt: job.createdAt.toISOString(),
    updatedAt: job.updatedAt.toISOString(),
    client: { name: job.client.name },
    pilot: job.pilot && { name: job.pilot.name },
  };
}

interface JobRecords {
  flightData: FlightRecordView[];
  attachments: AttachmentView[];
  payment: PaymentView | null;
}

/** A job with what belongs to it. */
export function toJobDetailView(job: Job, records: JobRecords): JobDetailView {
  return { ...toJobView(job), ...records };
}

/** The columns of a validated content. Throws for a deadline that the contract's schema would have refused. */
export function toJobColumns(content: JobContent) {
  const deadline = parseDeadline(content.deadline);
  if (!deadline) throw new Error('The deadline was not validated');
  return {
    title: content.title,
    description: content.description,
    surveyType: content.surveyType,
    location: content.location,
    budgetCents: toCents(content.budget),
    deadline: deadline.at,
    deadlineHasTime: deadline.hasTime,
  };
}
