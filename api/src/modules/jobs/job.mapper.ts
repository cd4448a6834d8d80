import {
  areaSize,
  contentOf,
  END_REQUEST_DAYS,
  deadlinesDiffer,
  may,
  milesBetween,
  parseDeadline,
  sameArea,
  TAKE_BACK_MINUTES,
  type AcceptedTerms,
  type Actor,
  type AreaSummary,
  type Coordinates,
  type JobArea,
  type JobContent,
  type JobDetailView,
  type JobView,
} from '@dps/contract';
import { fromJsonRow, toPlace } from '../../platform/database/columns.ts';
import { toFlightRecordView } from '../flight-data/flight-record.mapper.ts';
import { fromPaymentJson } from '../payments/payment.queries.ts';
import type { JobDetailRow, JobRow } from './job.queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

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
    areaSquareMeters: job.areaSquareMeters,
    createdAt: job.createdAt.toISOString(),
    updatedAt: job.updatedAt.toISOString(),
    publishedAt: job.publishedAt?.toISOString() ?? null,
    termsChangedAt: job.termsChangedAt?.toISOString() ?? null,
    handedOverAt: job.handedOverAt?.toISOString() ?? null,
    changesRequestedAt: job.changesRequestedAt?.toISOString() ?? null,
    endRequestedAt: job.endRequestedAt?.toISOString() ?? null,
    point: toPlace(job.latitude, job.longitude, job.place),
    client: { name: job.clientName },
    ...(job.clientJobs && { clientJobs: job.clientJobs }),
    pilot: job.pilotName === null ? null : { name: job.pilotName },
  };
}

/** Returns the view of an open job, with its distance for a pilot with a base. */
export function toAvailableJobView(job: JobRow, base: Coordinates | null): JobView {
  const view = toJobView(job);
  if (!base) return view;
  return { ...view, distanceMiles: view.point ? Math.round(milesBetween(base, view.point)) : null };
}

/** Returns the detail view of a job for a reader. The row has the flights of the reader. Other parts are for participants. */
export function toJobDetailView(job: JobDetailRow, actor: Actor): JobDetailView {
  const participates = may('jobs.read-history', actor, job);
  return {
    ...toJobView(job),
    area: job.area,
    attachments: may('attachments.read', actor, job) ? job.attachments.map(fromJsonRow) : [],
    flightData: job.flightData.map((record) => toFlightRecordView(record, actor.id)),
    flightDataCount: job.flightDataCount,
    payment: participates && job.payment ? fromPaymentJson(job.payment, actor) : null,
    acceptedTerms: participates ? toAcceptedTerms(job) : null,
    changeRequests: participates ? job.changeRequests : 0,
    lastChangeRequest: participates ? toChangeRequest(job) : null,
    endRequest: participates ? toEndRequest(job) : null,
    takeBackUntil: may('jobs.take-back', actor, job) ? takeBackUntil(job) : null,
    formerPilot:
      actor.role === 'client'
        ? job.formerPilotIds.length > 0
        : !participates && job.formerPilotIds.includes(actor.id),
  };
}

function toChangeRequest({ lastChangeRequest }: JobDetailRow): JobDetailView['lastChangeRequest'] {
  return lastChangeRequest && { at: lastChangeRequest.at, comment: lastChangeRequest.text };
}

function toEndRequest({ endRequest, endRequestedAt }: JobDetailRow): JobDetailView['endRequest'] {
  if (!endRequest || !endRequestedAt) return null;
  const until = new Date(endRequestedAt.getTime() + END_REQUEST_DAYS * DAY_MS);
  return { at: endRequest.at, reason: endRequest.text, until: until.toISOString() };
}

function takeBackUntil({ handedOverAt, openedAt }: JobDetailRow): string | null {
  if (!handedOverAt || openedAt) return null;
  return new Date(handedOverAt.getTime() + TAKE_BACK_MINUTES * 60_000).toISOString();
}

/** Returns the accepted values of the terms that differ now; null if none differs. */
function toAcceptedTerms(job: JobDetailRow): AcceptedTerms | null {
  if (!job.acceptedContent) return null;
  const { description, location, budget, deadline, area } = job.acceptedContent;
  const terms = {
    ...(description !== undefined && description !== job.description && { description }),
    ...(location !== undefined && location !== job.location && { location }),
    ...(budget !== undefined && budget !== job.budget && { budget }),
    ...(deadline !== undefined && isOtherDeadline(deadline, job) && { deadline }),
    ...(area !== undefined && !sameArea(area?.outline, job.area) && { area: area && toSummary(area) }),
  };
  return Object.keys(terms).length > 0 ? terms : null;
}

const toSummary = ({ outline: _outline, ...summary }: AreaSummary & { outline: JobArea }): AreaSummary =>
  summary;

function isOtherDeadline(text: string, job: Pick<JobRow, 'deadline' | 'deadlineHasTime'>): boolean {
  const accepted = parseDeadline(text);
  return accepted !== null && deadlinesDiffer(accepted, { at: job.deadline, hasTime: job.deadlineHasTime });
}

/** Returns the deadline of the columns of a job. */
export const deadlineOf = ({ deadline, deadlineHasTime }: Pick<JobRow, 'deadline' | 'deadlineHasTime'>) => ({
  at: deadline,
  hasTime: deadlineHasTime,
});

/** Returns the columns of validated content. Without an area, its columns are absent. Throws for an invalid deadline. */
export function toJobColumns(content: JobContent) {
  const { area } = content;
  const deadline = parseDeadline(content.deadline);
  if (!deadline) throw new Error('The deadline was not validated');
  return {
    ...contentOf(content),
    deadline: deadline.at,
    deadlineHasTime: deadline.hasTime,
    ...(area !== undefined && { area, areaSquareMeters: area && Math.round(areaSize(area)) }),
  };
}
