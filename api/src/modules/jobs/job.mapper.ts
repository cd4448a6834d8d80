import {
  parseDeadline,
  toCents,
  type FlightRecordView,
  type JobContent,
  type JobDetailView,
  type JobView,
} from '@dps/shared-contracts';
import type { JobDetailRow, JobRow, StoredFlightRecord } from './job.queries.ts';

/** A job for a list. */
export function toJobView(job: JobRow): JobView {
  return {
    id: job.id,
    title: job.title,
    description: job.description,
    surveyType: job.surveyType,
    location: job.location,
    budget: Number(job.budget),
    status: job.status,
    progress: job.progress,
    clientId: job.clientId,
    pilotId: job.pilotId,
    deadline: job.deadline.toISOString(),
    deadlineHasTime: job.deadlineHasTime,
    createdAt: job.createdAt.toISOString(),
    updatedAt: job.updatedAt.toISOString(),
    client: { name: job.clientName },
    pilot: job.pilotName === null ? null : { name: job.pilotName },
  };
}

/** A record with its instant as the contract writes instants. */
function withInstant<T extends { createdAt: string }>(record: T): T {
  return { ...record, createdAt: new Date(record.createdAt).toISOString() };
}

function toFlight({ evidence, ...record }: StoredFlightRecord): FlightRecordView {
  return { ...withInstant(record), ...(evidence && { evidence }) };
}

/** A job with what belongs to it; flights and payment only for somebody who may see them. */
export function toJobDetailView(job: JobDetailRow, showsRecords: boolean): JobDetailView {
  return {
    ...toJobView(job),
    attachments: job.attachments.map(withInstant),
    flightData: showsRecords ? job.flightData.map(toFlight) : [],
    payment: showsRecords && job.payment ? withInstant(job.payment) : null,
  };
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
