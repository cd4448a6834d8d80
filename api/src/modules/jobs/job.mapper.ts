import {
  contentOf,
  deadlinesDiffer,
  parseDeadline,
  type AcceptedTerms,
  type JobContent,
  type JobDetailView,
  type JobView,
} from '@dps/contract';
import { fromJsonRow } from '../../platform/database/columns.ts';
import { toFlightRecordView } from '../flight-data/flight-record.mapper.ts';
import { fromPaymentJson } from '../payments/payment.queries.ts';
import type { JobDetailRow, JobRow } from './job.queries.ts';

/** Returns the view of a job in lists. */
export function toJobView(job: JobRow): JobView {
  return {
    id: job.id,
    ...contentOf(job),
    status: job.status,
    progress: job.progress,
    clientId: job.clientId,
    pilotId: job.pilotId,
    deadline: job.deadline.toISOString(),
    deadlineHasTime: job.deadlineHasTime,
    createdAt: job.createdAt.toISOString(),
    updatedAt: job.updatedAt.toISOString(),
    publishedAt: job.publishedAt?.toISOString() ?? null,
    termsChangedAt: job.termsChangedAt?.toISOString() ?? null,
    handedOverAt: job.handedOverAt?.toISOString() ?? null,
    changesRequestedAt: job.changesRequestedAt?.toISOString() ?? null,
    client: { name: job.clientName },
    pilot: job.pilotName === null ? null : { name: job.pilotName },
  };
}

/**
 * Returns the detail view of a job. Flights and payment are included only if the reader may see them.
 *
 * @param readerId the user who sees them; null for a user who may not
 */
export function toJobDetailView(job: JobDetailRow, readerId: number | null): JobDetailView {
  const showsRecords = readerId !== null;
  return {
    ...toJobView(job),
    attachments: job.attachments.map(fromJsonRow),
    flightData: showsRecords ? job.flightData.map((record) => toFlightRecordView(record, readerId)) : [],
    flightDataCount: showsRecords ? job.flightDataCount : 0,
    payment: showsRecords && job.payment ? fromPaymentJson(job.payment) : null,
    acceptedTerms: showsRecords ? toAcceptedTerms(job) : null,
    changeRequests: showsRecords ? job.changeRequests : 0,
    lastChangeRequest: showsRecords ? job.lastChangeRequest : null,
  };
}

/** Returns the accepted values of the terms that differ now; null if none differs. */
function toAcceptedTerms(job: JobDetailRow): AcceptedTerms | null {
  if (!job.acceptedContent) return null;
  const { description, location, budget, deadline } = job.acceptedContent;
  const terms = {
    ...(description !== undefined && description !== job.description && { description }),
    ...(location !== undefined && location !== job.location && { location }),
    ...(budget !== undefined && budget !== job.budget && { budget }),
    ...(deadline !== undefined && isOtherDeadline(deadline, job) && { deadline }),
  };
  return Object.keys(terms).length > 0 ? terms : null;
}

function isOtherDeadline(text: string, job: Pick<JobRow, 'deadline' | 'deadlineHasTime'>): boolean {
  const accepted = parseDeadline(text);
  return accepted !== null && deadlinesDiffer(accepted, { at: job.deadline, hasTime: job.deadlineHasTime });
}

/** Returns the columns of validated content. Throws for an invalid deadline. */
export function toJobColumns(content: JobContent) {
  const deadline = parseDeadline(content.deadline);
  if (!deadline) throw new Error('The deadline was not validated');
  return {
    ...contentOf(content),
    deadline: deadline.at,
    deadlineHasTime: deadline.hasTime,
  };
}
