import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import {
  openJobCursor,
  type Actor,
  type AvailableJobsFacets,
  type AvailableJobsFilter,
  type AvailableJobsQuery,
  type Coordinates,
  type JobDetailView,
  type JobView,
  type OpenJobSort,
  type PageQuery,
} from '@dps/contract';
import { requireAccount } from '../../platform/auth/access.policy.ts';
import type { PreparedRead } from '../../platform/database/pipelined-connection.ts';
import { PreparedReads } from '../../platform/database/prepared-reads.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { TEXTS } from '../../texts.ts';
import { mapPage, toPage, toSlice, toSortedSlice, type Page } from '../../platform/http/paging/keyset.ts';
import {
  clientsNamed,
  facetsOf,
  filteredJobs,
  isOpenToAll,
  wordsOf,
  type Scope,
} from './available-jobs.query.ts';
import { Job } from './job.entity.ts';
import { toAvailableJobView, toJobDetailView, toJobView } from './job.mapper.ts';
import { markOpened } from './job.changes.ts';
import { requireJobAccess } from './job.policy.ts';
import {
  ABOVE_EVERY_ID,
  AVAILABLE_JOBS,
  CLIENT_JOBS,
  JOB_BY_ID,
  JOB_DETAIL,
  PILOT_JOBS,
  type JobDetailRow,
  type JobRow,
} from './job.queries.ts';

@Injectable()
export class JobReader {
  constructor(
    private readonly reads: PreparedReads,
    @InjectRepository(Job) private readonly jobs: Repository<Job>,
  ) {}

  /**
   * Returns the open jobs that match all filters, newest first or in another order, with their distances from the base. Throws
   * `validation_failed` for a query that needs a base without one.
   */
  async available(
    { limit, after, sort, ...filter }: AvailableJobsQuery,
    base: Coordinates | null,
  ): Promise<Page<JobView>> {
    const page = { limit, after };
    const toView = (row: JobRow) => toAvailableJobView(row, base);
    if (sort === undefined && isOpenToAll(filter)) return this.page(AVAILABLE_JOBS, page, undefined, toView);
    const slice = sort === undefined ? toSlice(page) : { ...toSortedSlice(page), sort };
    // Not a prepared read: a search may be slow, and its plan depends on the values.
    const { text, values } = filteredJobs(filter, await this.scopeOf(filter, base, sort), slice);
    const rows = await this.jobs.query<JobRow[]>(text, values);
    const cursorOf = (row: JobRow) => openJobCursor(sort, toJobView(row));
    return mapPage(toPage(rows, slice.limit, cursorOf), toView);
  }

  /**
   * Counts the open jobs that match all filters, and returns the survey types of all open jobs. Throws `validation_failed` for a
   * filter that needs a base without one.
   */
  async facets(filter: AvailableJobsFilter, base: Coordinates | null): Promise<AvailableJobsFacets> {
    const { text, values } = facetsOf(filter, await this.scopeOf(filter, base));
    const [facets] = await this.jobs.query<[AvailableJobsFacets]>(text, values);
    return facets;
  }

  /** Returns the jobs of the actor as the pilot, newest first. Throws `forbidden` for another account. */
  async ofPilot(actor: Actor, pilotId: number, query: PageQuery): Promise<Page<JobView>> {
    requireAccount('jobs.list-for-pilot', actor, pilotId);
    return this.page(PILOT_JOBS, query, pilotId);
  }

  /** Returns the jobs of the actor as the client, newest first. Throws `forbidden` for another account. */
  async ofClient(actor: Actor, clientId: number, query: PageQuery): Promise<Page<JobView>> {
    requireAccount('jobs.list-for-client', actor, clientId);
    return this.page(CLIENT_JOBS, query, clientId);
  }

  /** Returns the details of a job, and notes that its owner has opened submitted work. Throws `not_found` if it does not exist or the actor may not read it. */
  async detail(actor: Actor, id: number): Promise<JobDetailView> {
    const pilotId = actor.role === 'pilot' ? actor.id : null;
    const [job] = await this.reads.rows<JobDetailRow>(JOB_DETAIL, [id, pilotId]);
    if (!job) throw new DomainError('not_found');
    requireJobAccess('jobs.read', actor, job);
    if (actor.role === 'client') await markOpened(this.jobs.manager, job);
    return toJobDetailView(job, actor);
  }

  /** Returns the stored job without an access check, so that the caller can decide on it. Throws `not_found`. */
  async find(id: number, manager: EntityManager = this.jobs.manager): Promise<Job> {
    const job = await manager.findOneBy(Job, { id });
    if (!job) throw new DomainError('not_found');
    return job;
  }

  /** Returns the list view of a job without an access check, from within a transaction if there is one. Throws `not_found`. */
  async view(id: number, transaction?: EntityManager): Promise<JobView> {
    const [job] = await (transaction
      ? transaction.query<JobRow[]>(JOB_BY_ID.text, [id])
      : this.reads.rows<JobRow>(JOB_BY_ID, [id]));
    if (!job) throw new DomainError('not_found');
    return toJobView(job);
  }

  private async scopeOf(
    filter: AvailableJobsFilter,
    base: Coordinates | null,
    sort?: OpenJobSort,
  ): Promise<Scope> {
    const path = sort === 'distance' ? 'sort' : 'within';
    if (!base && (path === 'sort' || filter.within !== undefined))
      throw new DomainError('validation_failed', { errors: [{ path, message: TEXTS.noBase }] });
    return { clientIds: await this.clientsOf(filter), base };
  }

  /** Returns the ids of the clients whose names match the text of a filter. */
  private async clientsOf(filter: AvailableJobsFilter): Promise<number[]> {
    const words = wordsOf(filter);
    if (words.length === 0) return [];
    const { text, values } = clientsNamed(words);
    return (await this.jobs.query<{ id: number }[]>(text, values)).map(({ id }) => id);
  }

  private async page(
    list: PreparedRead,
    query: PageQuery,
    ofUser?: number,
    toView = toJobView,
  ): Promise<Page<JobView>> {
    const { limit, below } = toSlice(query);
    const owner = ofUser === undefined ? [] : [ofUser];
    const rows = await this.reads.rows<JobRow>(list, [below ?? ABOVE_EVERY_ID, limit + 1, ...owner]);
    return mapPage(toPage(rows, limit), toView);
  }
}
