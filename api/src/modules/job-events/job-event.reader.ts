import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { JOB_EVENTS_PAGE_LIMIT, type Actor, type JobEventsQuery, type JobEventView } from '@dps/contract';
import { mapPage, toPage, toSlice, type Page } from '../../platform/http/paging/keyset.ts';
import { requireJobAccess } from '../jobs/job.policy.ts';
import { ABOVE_EVERY_ID } from '../jobs/job.queries.ts';
import { JobReader } from '../jobs/job.reader.ts';
import { HISTORY, HISTORY_SINCE_ACCEPTANCE, type JobEventRow } from './job-event.queries.ts';

const toPerson = (name: string | null) => (name === null ? null : { name });

/** Without the values, an object is null: an event about a pilot has no others. */
const toValues = (values: JobEventRow['before']) =>
  values && Object.keys(values).length > 0 ? values : null;

function toJobEventView({ id, at, kind, ...row }: JobEventRow): JobEventView {
  return {
    id,
    at: at.toISOString(),
    kind,
    actor: toPerson(row.actorName),
    pilot: toPerson(row.pilotName),
    before: toValues(row.before),
    after: toValues(row.after),
  };
}

@Injectable()
export class JobEventReader {
  constructor(
    private readonly database: DataSource,
    private readonly jobs: JobReader,
  ) {}

  /**
   * Returns the history of a job, newest first. The history of a pilot begins with the acceptance. Throws `not_found` unless the
   * actor is the job's client or assigned pilot. An event may be large, so it is read through the pool: a prepared read would
   * delay the reads behind it.
   */
  async ofJob(actor: Actor, jobId: number, query: JobEventsQuery): Promise<Page<JobEventView>> {
    requireJobAccess('jobs.read-history', actor, await this.jobs.find(jobId));
    const { limit, below } = toSlice({ limit: JOB_EVENTS_PAGE_LIMIT, ...query });
    const rows = await this.database.query<JobEventRow[]>(
      actor.role === 'pilot' ? HISTORY_SINCE_ACCEPTANCE : HISTORY,
      [jobId, below ?? ABOVE_EVERY_ID, limit + 1],
    );
    return mapPage(toPage(rows, limit), toJobEventView);
  }
}
