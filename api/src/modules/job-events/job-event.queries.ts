import { sqlList } from '../../platform/database/columns.ts';
import type { AreaSummary, JobArea, JobContent, JobEventKind, JobEventView } from '@dps/contract';

export type JobEventValues = NonNullable<JobEventView['before']>;

export interface JobEventRow {
  id: number;
  at: Date;
  kind: JobEventKind;
  before: JobEventValues | null;
  after: JobEventValues | null;
  actorName: string | null;
  pilotName: string | null;
}

/** SQL: the id of a job's latest acceptance; 0 without one. */
const acceptanceOfJob = (jobId: string) =>
  `coalesce((SELECT max(id) FROM job_events WHERE job_id = ${jobId} AND kind = 'accepted'), 0)`;

/** SQL: the moment at which a pilot first accepted a job; null if the history does not have it. Both are SQL expressions of ids. */
export const firstAcceptance = (jobId: string, pilotId: string) =>
  `(SELECT at FROM job_events WHERE job_id = ${jobId} AND kind = 'accepted' AND (after ->> 'pilotId')::integer = ${pilotId}
    ORDER BY id LIMIT 1)`;

/** SQL: the values at acceptance of the content that changed since, as a JSON object. `jobId` is the SQL of the job's id. */
export const acceptedContentOfJob = (jobId: string) => `
  (SELECT json_object_agg(key, value) FROM (
    SELECT DISTINCT ON (key) key, value FROM job_events, jsonb_each(before)
    WHERE job_id = ${jobId} AND kind = 'edited' AND job_events.id > ${acceptanceOfJob(jobId)}
    ORDER BY key, job_events.id) AS accepted)`;

/** SQL: the moment of a job's payment; null without one. `jobId` is the SQL of the job's id. */
export const paymentOfJob = (jobId: string) =>
  `(SELECT max(at) FROM job_events WHERE job_id = ${jobId} AND kind = 'status' AND after ->> 'status' = 'paid')`;

/** The content of a job in an event, with the figures of its area. Only the database has the outline: see `eventsOfJob`. */
export type EventContent = Omit<JobContent, 'area'> & { area?: (AreaSummary & { outline: JobArea }) | null };

/** The values of `acceptedContentOfJob`. */
export type AcceptedContent = Partial<EventContent>;

/** What the owner has written in an event. */
export interface Note {
  at: string;
  text: string;
}

/** SQL: the last event of a kind as the JSON of `Note`; null without one. `jobId` is the SQL of the job's id. */
export const lastNoteOfJob = (kind: 'changes-requested' | 'end-requested', jobId: string) => `
  (SELECT json_build_object('at', event_time(at), 'text', coalesce(after ->> 'comment', after ->> 'reason')) FROM job_events
    WHERE job_id = ${jobId} AND kind = '${kind}' ORDER BY id DESC LIMIT 1)`;

/**
 * SQL: the JSON object of a change that has no event of its own. It reads the row of `jobs`.
 *
 * @param accounts SQL of the JSON array of the users who receive it
 */
export const changeWithoutEvent = (kind: 'progress' | 'opened' | 'share', accounts: string) => `
  jsonb_build_object('id', NULL, 'jobId', jobs.id, 'kind', '${kind}', 'updatedAt', event_time(jobs.updated_at),
    'accounts', ${accounts}, 'isOpen', false)`;

/** SQL: the values of an event for users. Pages of the history do not have outlines of areas, which may be large. */
const valuesOf = (column: string) => `${column} - 'pilotId' #- '{area,outline}' AS ${column}`;

/** `$1` the job, `$2` the id below which the page begins, `$3` the number of rows. */
const eventsOfJob = (condition: string) => `
  SELECT id, at, kind, ${valuesOf('before')}, ${valuesOf('after')},
    (SELECT name FROM users WHERE users.id = actor_id) AS "actorName",
    (SELECT name FROM users WHERE users.id = (coalesce(before, after) ->> 'pilotId')::integer) AS "pilotName"
  FROM job_events WHERE job_id = $1 AND id < $2::bigint ${condition} ORDER BY id DESC LIMIT $3`;

/** The history for the owner. */
export const HISTORY = eventsOfJob('');
/** The history for the assigned pilot: without earlier pilots. */
export const HISTORY_SINCE_ACCEPTANCE = eventsOfJob(`AND id >= ${acceptanceOfJob('$1')}`);

const QUESTION_KINDS = sqlList(['question-asked', 'question-answered'] satisfies JobEventKind[]);

/**
 * SQL: the JSON object of a change that `toJobChange` reads. Its accounts are the client and the pilot of the job, and the pilot
 * whom the event concerns; of a deleted job, only the event names the client. An event of an open job concerns all pilots, except
 * one about a question, which is not in the list of open jobs: it concerns the pilots who have asked.
 *
 * @param event a row of `job_events`, which is joined with the row of `jobs`, if there is one
 */
export const changeOfJob = (event: string) => `
  jsonb_build_object('id', ${event}.id, 'jobId', ${event}.job_id, 'kind', ${event}.kind,
    'updatedAt', event_time(coalesce(jobs.updated_at, ${event}.at)),
    'accounts', to_jsonb(array_remove(ARRAY[jobs.client_id, jobs.pilot_id,
      (coalesce(${event}.before, ${event}.after) ->> 'pilotId')::integer,
      CASE WHEN jobs.id IS NULL THEN ${event}.actor_id END], NULL)
      || CASE WHEN ${event}.kind IN (${QUESTION_KINDS})
        THEN ARRAY(SELECT pilot_id FROM job_questions WHERE job_id = jobs.id) END),
    'isOpen', ${event}.kind NOT IN (${QUESTION_KINDS}) AND (${event}.kind IN ('accepted', 'withdrawn')
      OR coalesce(jobs.pilot_id IS NULL AND jobs.status = 'pending' AND jobs.published_at IS NOT NULL, false)))`;
