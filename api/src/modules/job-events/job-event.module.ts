import { Controller, Get, Module, Param, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import {
  idParameter,
  jobEventListView,
  jobEventsQuery,
  type Actor,
  type IdParameter,
  type JobEventsQuery,
  type JobEventView,
} from '@dps/contract';
import { Access, CurrentUser } from '../../platform/auth/access.decorator.ts';
import type { Page } from '../../platform/http/paging/keyset.ts';
import { Paged } from '../../platform/http/paging/paged.decorator.ts';
import { JobModule } from '../jobs/job.module.ts';
import { JobEventReader } from './job-event.reader.ts';

@Controller('jobs/:id/events')
class JobEventController {
  constructor(private readonly events: JobEventReader) {}

  @Get()
  @ApiOperation({ summary: 'The history of a job, newest first; for a pilot, since accepting it' })
  @Access('jobs.read-history', { fails: ['not_found'] })
  @Paged(jobEventListView)
  ofJob(
    @CurrentUser() actor: Actor,
    @Param({ schema: idParameter }) { id }: IdParameter,
    @Query({ schema: jobEventsQuery }) query: JobEventsQuery,
  ): Promise<Page<JobEventView>> {
    return this.events.ofJob(actor, id, query);
  }
}

@Module({ imports: [JobModule], controllers: [JobEventController], providers: [JobEventReader] })
export class JobEventModule {}
