import { IsNull, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { contentOf, sameArea, summarizeArea, type JobContent } from '@dps/contract';
import { deleteRows, updateRows } from '../../platform/database/changed-rows.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { changeWithoutEvent, type EventContent } from '../job-events/job-event.queries.ts';
import { recordJobEvent, type JobEvent } from '../job-events/record-job-event.ts';
import { Job } from './job.entity.ts';
import type { PointColumns } from './job.point.ts';

type ContentColumns = Pick<
  Job,
  | 'title'
  | 'description'
  | 'surveyType'
  | 'location'
  | 'budget'
  | 'deadline'
  | 'deadlineHasTime'
  | 'area'
  | 'areaSquareMeters'
>;

/** The columns from which the events of a job are derived. */
export type JobState = ContentColumns &
  Pick<Job, 'id' | 'clientId' | 'pilotId' | 'status' | 'progress' | 'endRequestedAt'>;

/** The columns that a user can change. `updatedAt` is the time of the change; by default, that of the transaction. */
type JobChanges = Partial<
  ContentColumns &
    PointColumns &
    Pick<Job, 'status' | 'progress' | 'pilotId' | 'changeRequests' | 'endRequestedAt' | 'updatedAt'>
>;

/** The columns of a job whose assignment has ended. */
export const OPEN_AGAIN = { status: 'pending', pilotId: null, progress: 0 } as const;

/** The content on which a pilot relies. */
const TERMS = [
  'budget',
  'deadline',
  'location',
  'area',
  'description',
] as const satisfies (keyof JobContent)[];

/** Locks a job until the transaction ends, so that it does not change meanwhile. Throws `not_found`. */
export async function lockJob(manager: EntityManager, id: number): Promise<Job> {
  // Unlike an update lock, this mode does not wait for inserted rows that refer to the job.
  const job = await manager.findOne(Job, { where: { id }, lock: { mode: 'for_no_key_update' } });
  if (!job) throw new DomainError('not_found');
  return job;
}

/**
 * Returns the content of a job as events have it: a deadline has the format of the API's input, a date or an instant. An area has
 * its figures and its outline. It is absent from a job without an area.
 */
export function eventContent(job: ContentColumns): EventContent {
  const deadline = job.deadline.toISOString();
  return {
    ...contentOf(job),
    deadline: job.deadlineHasTime ? deadline : deadline.slice(0, 10),
    ...(job.area && { area: { ...summarizeArea(job.area), outline: job.area } }),
  };
}

/** Returns the content that differs between two jobs, before and after; null if nothing differs. */
function editOf(before: JobState, after: JobState): Pick<JobEvent<'edited'>, 'before' | 'after'> | null {
  const old: EventContent = { area: null, ...eventContent(before) };
  const content: EventContent = { area: null, ...eventContent(after) };
  const next: Readonly<Record<string, unknown>> = content;
  const isMoved = !sameArea(old.area?.outline, content.area?.outline);
  const differing = Object.entries(old).filter(([name, value]) =>
    name === 'area' ? isMoved : value !== next[name],
  );
  if (differing.length === 0) return null;
  return {
    before: Object.fromEntries(differing),
    after: Object.fromEntries(differing.map(([name]) => [name, next[name]])),
  };
}

/** How a change appears in the history. */
interface ChangeFacts {
  /** The acting user; null for the payment provider and for housekeeping. */
  actorId: number | null;
  /** The time of the change; by default, that of the transaction. */
  at?: Date | undefined;
  /** What the owner wants to have changed, or why the assignment ends or is to end. */
  note?: string | undefined;
}

/** Returns the events of a change of a job, in the order of its history. */
export function eventsOfChange(
  before: JobState,
  after: JobState,
  { actorId, at, note }: ChangeFacts,
): JobEvent[] {
  const event = { job: after, actorId, at };
  const events: JobEvent[] = [];
  const edit = editOf(before, after);
  if (edit) events.push({ ...event, kind: 'edited', ...edit });
  const { pilotId, progress, status } = before;
  if (after.pilotId !== pilotId) {
    const kind = actorId === pilotId ? 'released' : 'pilot-removed';
    if (pilotId !== null && before.endRequestedAt && note === undefined)
      events.push({ ...event, kind: 'assignment-ended', before: { pilotId, progress } });
    else if (pilotId !== null)
      events.push({
        ...event,
        kind,
        before: { pilotId, progress },
        ...(note !== undefined && { after: { reason: note } }),
      });
    if (after.pilotId !== null)
      events.push({ ...event, kind: 'accepted', after: { pilotId: after.pilotId } });
    // The job is pending without its pilot.
    return events;
  }
  if (after.endRequestedAt !== before.endRequestedAt)
    events.push(
      after.endRequestedAt
        ? { ...event, kind: 'end-requested', after: { reason: note ?? '' } }
        : { ...event, kind: 'end-declined' },
    );
  if (after.progress !== progress)
    events.push({ ...event, kind: 'progress', before: { progress }, after: { progress: after.progress } });
  if (status === 'review' && after.status === 'in-progress')
    events.push(
      note === undefined
        ? { ...event, kind: 'taken-back' }
        : { ...event, kind: 'changes-requested', after: { comment: note } },
    );
  else if (after.status !== status)
    events.push({ ...event, kind: 'status', before: { status }, after: { status: after.status } });
  return events;
}

/**
 * Changes the jobs that are in a state, and records the events. Returns their number.
 *
 * @param where the state: of two changes at once, one finds no job
 * @param note the owner's comment on the work, or the reason for the end of the assignment
 */
export async function changeJobs(
  manager: EntityManager,
  actorId: number | null,
  where: FindOptionsWhere<Job> | FindOptionsWhere<Job>[],
  changes: JobChanges,
  note?: string,
): Promise<number> {
  const facts = { actorId, at: changes.updatedAt, note };
  const columns = { ...changes, ...timesOf(changes) };
  const jobs: JobState[] = await updateRows(manager, Job, where, columns);
  for (const before of jobs) {
    const events = eventsOfChange(before, { ...before, ...changes }, facts);
    if (before.pilotId !== null && events.some(changesTerms))
      await manager.query(SET_TERMS_CHANGED, [before.id]);
    if (before.pilotId !== null && changes.pilotId === null)
      await manager.query(ADD_FORMER_PILOT, [before.id, before.pilotId]);
    for (const event of events) await recordJobEvent(manager, event);
  }
  return jobs.length;
}

/** Returns the columns with the times of a change. Submitted work ends the request to end the assignment. */
function timesOf({ updatedAt: at = new Date(), ...changes }: JobChanges) {
  return {
    // The next pilot accepts the current terms.
    ...('pilotId' in changes && { termsChangedAt: null, changesRequestedAt: null, endRequestedAt: null }),
    ...(changes.status === 'review' && { handedOverAt: at, openedAt: null, endRequestedAt: null }),
    ...(changes.status === 'in-progress' && { handedOverAt: null }),
    ...(changes.changeRequests !== undefined && { changesRequestedAt: at }),
  };
}

const SET_TERMS_CHANGED = 'UPDATE jobs SET terms_changed_at = updated_at WHERE id = $1';
const ADD_FORMER_PILOT = `
  UPDATE jobs SET former_pilot_ids = array_append(array_remove(former_pilot_ids, $2), $2) WHERE id = $1`;
const changesTerms = (event: JobEvent) =>
  event.kind === 'edited' && TERMS.some((name) => event.after[name] !== undefined);

/** Publishes the jobs of a client that have waited for the confirmation of the address. */
export async function publishJobs(manager: EntityManager, clientId: number): Promise<void> {
  const waiting = { clientId, publishedAt: IsNull() };
  for (const job of await updateRows(manager, Job, waiting, { publishedAt: new Date() }))
    await recordJobEvent(manager, { kind: 'posted', job, actorId: clientId, after: eventContent(job) });
}

/**
 * Notes that the owner has opened a job, or starts to pay it: its pilot can then no longer take the work back, and receives a live
 * event.
 */
export async function markOpened(
  connection: Pick<EntityManager, 'query'>,
  { id, status, openedAt }: Pick<Job, 'id' | 'status' | 'openedAt'>,
): Promise<void> {
  if (status === 'review' && !openedAt) await connection.query(SET_OPENED, [id]);
}

const SET_OPENED = `
  WITH opened AS (
    UPDATE jobs SET opened_at = now() WHERE id = $1 AND status = 'review' AND opened_at IS NULL RETURNING *)
  SELECT pg_notify('job_changes', (${changeWithoutEvent('opened', 'jsonb_build_array(jobs.pilot_id)')})::text)
  FROM opened AS jobs`;

/** Deletes the jobs that are in a state, and records the events. Returns their number. */
export async function withdrawJobs(
  manager: EntityManager,
  actorId: number | null,
  where: FindOptionsWhere<Job>,
): Promise<number> {
  const jobs = await deleteRows(manager, Job, where);
  for (const job of jobs)
    await recordJobEvent(manager, {
      kind: 'withdrawn',
      job,
      actorId,
      before: eventContent(job),
    });
  return jobs.length;
}
