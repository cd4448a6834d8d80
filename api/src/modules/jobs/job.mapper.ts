import {
  parseDeadline,
  toCents,
  type JobContent,
  type JobDetailView,
  type JobView,
} from '@dps/shared-contracts';
import { fromJsonRow } from '../../platform/database/columns.ts';
import { fromFlightRecordJson } from '../flight-data/flight-record.mapper.ts';
import type { JobDetailRow, JobRow } from './job.queries.ts';

/** Returns the view of a job in lists. */
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

/** Returns the detail view of a job. Flights and payment are included only if the reader may see them. */
export function toJobDetailView(job: JobDetailRow, showsRecords: boolean): JobDetailView {
  return {
    ...toJobView(job),
    attachments: job.attachments.map(fromJsonRow),
    flightData: showsRecords ? job.flightData.map(fromFlightRecordJson) : [],
    flightDataCount: showsRecords ? job.flightDataCount : 0,
    payment: showsRecords && job.payment ? fromJsonRow(job.payment) : null,
  };
}

/** Returns the columns of validated content. Throws for an invalid deadline. */
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
