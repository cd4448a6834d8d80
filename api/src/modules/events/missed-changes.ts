import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Actor } from '@dps/contract';
import { changeOfJob, changeWithoutEvent } from '../job-events/job-event.queries.ts';
import { eventFor, idLine, RESET, SHARES, THREADS, toJobChange } from './job-change.ts';

/** After more events than this, a client reads everything again. */
const MOST_MISSED = 1_000;
/**
 * Longer than a transaction of the API: an earlier event may be committed after a later one. Also longer than the load of a page,
 * which reads its data before it opens its stream.
 */
const OVERLAP = `interval '30 seconds'`;

/** The id of the last event, and whether a thread of the user `$1` has a new unread message. */
const NEWEST = `
  SELECT coalesce(max(id), 0)::int AS id, coalesce((
    SELECT sent_at > now() - ${OVERLAP} FROM thread_members JOIN messages ON messages.id = last_message_id
    WHERE user_id = $1 AND unread > 0 ORDER BY last_message_id DESC LIMIT 1), false) AS "hasMessages"
  FROM job_events`;

/**
 * The changes since the event `$1`, for the user `$2`, and those of transactions that may have been open then. A new client (`$3`)
 * receives those of the last seconds. Progress that replaced earlier progress has no event of its own, so changed jobs count as well.
 */
const MISSED = `
  WITH last AS (
    SELECT CASE WHEN $3 THEN now() ELSE coalesce((SELECT at FROM job_events WHERE id = $1), '-infinity') END
      - ${OVERLAP} AS at
  ), missed AS (
    SELECT job_events.* FROM job_events, last WHERE job_events.id > $1::bigint - ${MOST_MISSED}
      AND (job_events.id > $1 OR job_events.at > last.at)
  ), changes AS (
    SELECT ${changeWithoutEvent('progress', 'jsonb_build_array($2::int)')} AS change
    FROM jobs, last WHERE (client_id = $2 OR pilot_id = $2) AND updated_at > last.at
    UNION ALL SELECT ${changeOfJob('missed')} FROM missed LEFT JOIN jobs ON jobs.id = missed.job_id
  )
  SELECT change FROM changes
  WHERE change -> 'accounts' @> to_jsonb($2::int) OR (change -> 'isOpen')::boolean
  ORDER BY (change ->> 'id')::int NULLS FIRST`;

/** True if a client that has received `last` must read everything again: too much is new, or the history is another one. */
export const needsReset = (last: number, newest: number): boolean =>
  last > newest || newest - last > MOST_MISSED;

interface Newest {
  id: number;
  hasMessages: boolean;
}

/** The history as events, for clients that resume. */
@Injectable()
export class MissedChanges {
  constructor(private readonly database: DataSource) {}

  /**
   * Returns the text at the start of a stream: the events since `last`, or of the last 30 seconds, and the id from which the client
   * resumes next.
   *
   * @param last id of the last event that the client has received; null for a new client
   */
  async since(last: number | null, actor: Actor): Promise<string> {
    const [row] = await this.database.query<Newest[]>(NEWEST, [actor.id]);
    const { id: newest, hasMessages } = row ?? { id: 0, hasMessages: false };
    const start = `${idLine(newest)}\n`;
    if (last !== null && needsReset(last, newest)) return start + RESET;
    const rows = await this.database.query<{ change: unknown }[]>(MISSED, [
      last ?? newest,
      actor.id,
      last === null,
    ]);
    const events = rows.flatMap(({ change }) => eventFor(actor, toJobChange(change)) ?? []);
    // The history has neither messages nor shares, so a client that resumes reads them again.
    if (last !== null && actor.role === 'pilot') events.push(SHARES);
    if (last !== null || hasMessages) events.push(THREADS);
    return events.join('') + start;
  }
}
