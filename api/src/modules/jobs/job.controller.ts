import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, Query } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
} from '@nestjs/swagger';
import {
  assignBody,
  availableJobsFacets,
  availableJobsFilter,
  availableJobsQuery,
  COUNTED_JOBS,
  createJobBody,
  endDecisionBody,
  endRequestBody,
  idParameter,
  jobDetailView,
  jobListView,
  jobStatusBody,
  jobView,
  pageQuery,
  releaseBody,
  requestChangesBody,
  updateJobBody,
  type Actor,
  type AssignBody,
  type AvailableJobsFacets,
  type AvailableJobsFilter,
  type AvailableJobsQuery,
  type CreateJobBody,
  type EndDecisionBody,
  type EndRequestBody,
  type IdParameter,
  type JobDetailView,
  type JobStatusBody,
  type JobView,
  type PageQuery,
  type ReleaseBody,
  type RequestChangesBody,
  type UpdateJobBody,
} from '@dps/contract';
import { Access, CurrentUser } from '../../platform/auth/access.decorator.ts';
import type { SessionUser } from '../../platform/auth/access.policy.ts';
import { AcceptsIdempotencyKey, IdempotencyKey } from '../../platform/http/idempotency-key.ts';
import type { Page } from '../../platform/http/paging/keyset.ts';
import { Paged } from '../../platform/http/paging/paged.decorator.ts';
import { JobLifecycle } from './job.lifecycle.ts';
import { JobReader } from './job.reader.ts';
import { JobService } from './job.service.ts';

/** Bytes of the largest content: an area of 5,000 positions, and a description with escaped characters. */
const CONTENT_BODY_LIMIT = 400_000;

@Controller('jobs')
export class JobController {
  constructor(
    private readonly reader: JobReader,
    private readonly jobs: JobService,
    private readonly lifecycle: JobLifecycle,
  ) {}

  @Get('available')
  @ApiOperation({ summary: 'Jobs that wait for a pilot, newest first' })
  @Access('jobs.list-available')
  @Paged(jobListView)
  available(
    @CurrentUser() { base }: SessionUser,
    @Query({ schema: availableJobsQuery }) query: AvailableJobsQuery,
  ): Promise<Page<JobView>> {
    return this.reader.available(query, base);
  }

  @Get('available/facets')
  @ApiOperation({
    summary: `The number of jobs that wait for a pilot, up to ${COUNTED_JOBS}, and the survey types of all of them`,
  })
  @Access('jobs.list-available')
  @ApiOkResponse({ standardSchema: availableJobsFacets })
  facets(
    @CurrentUser() { base }: SessionUser,
    @Query({ schema: availableJobsFilter }) filter: AvailableJobsFilter,
  ): Promise<AvailableJobsFacets> {
    return this.reader.facets(filter, base);
  }

  @Get('pilot/:id')
  @ApiOperation({ summary: "A pilot's own jobs, newest first" })
  @Access('jobs.list-for-pilot')
  @ApiParam({ name: 'id', description: 'The id of the pilot' })
  @Paged(jobListView)
  ofPilot(
    @CurrentUser() actor: Actor,
    @Param({ schema: idParameter }) { id }: IdParameter,
    @Query({ schema: pageQuery }) query: PageQuery,
  ): Promise<Page<JobView>> {
    return this.reader.ofPilot(actor, id, query);
  }

  @Get('client/:id')
  @ApiOperation({ summary: "A client's own jobs, newest first" })
  @Access('jobs.list-for-client')
  @ApiParam({ name: 'id', description: 'The id of the client' })
  @Paged(jobListView)
  ofClient(
    @CurrentUser() actor: Actor,
    @Param({ schema: idParameter }) { id }: IdParameter,
    @Query({ schema: pageQuery }) query: PageQuery,
  ): Promise<Page<JobView>> {
    return this.reader.ofClient(actor, id, query);
  }

  @Get(':id')
  @ApiOperation({ summary: 'One job with its flights, attachments and payment' })
  @Access('jobs.read', { fails: ['not_found'] })
  @ApiOkResponse({ standardSchema: jobDetailView })
  detail(
    @CurrentUser() actor: Actor,
    @Param({ schema: idParameter }) { id }: IdParameter,
  ): Promise<JobDetailView> {
    return this.reader.detail(actor, id);
  }

  @Post()
  @ApiOperation({ summary: 'Post a job' })
  @Access('jobs.create', { fails: ['quota_exceeded'], bodyLimit: CONTENT_BODY_LIMIT })
  @AcceptsIdempotencyKey()
  @ApiCreatedResponse({ standardSchema: jobView })
  create(
    @CurrentUser() actor: SessionUser,
    @Body({ schema: createJobBody }) body: CreateJobBody,
    @IdempotencyKey() key: string | null,
  ): Promise<JobView> {
    return this.jobs.create(actor, body, key);
  }

  /** The service checks the permission for the content that was sent. */
  @Put(':id')
  @ApiOperation({ summary: 'Change the complete content (owner) or only the progress (assigned pilot)' })
  @Access('jobs.update', {
    fails: ['forbidden', 'not_found', 'job_locked', 'budget_frozen', 'idempotency_key_reused'],
    bodyLimit: CONTENT_BODY_LIMIT,
  })
  @AcceptsIdempotencyKey()
  @ApiOkResponse({ standardSchema: jobView })
  update(
    @CurrentUser() actor: Actor,
    @Param({ schema: idParameter }) { id }: IdParameter,
    @Body({ schema: updateJobBody }) body: UpdateJobBody,
    @IdempotencyKey() key: string | null,
  ): Promise<JobView> {
    return this.jobs.update({ actor, jobId: id, body, key });
  }

  @Patch(':id')
  @ApiOperation({ summary: 'Move a job one step forward' })
  @Access('jobs.set-status', {
    fails: [
      'forbidden',
      'not_found',
      'status_conflict',
      'payment_not_due',
      'payment_mismatch',
      'provider_unavailable',
      'idempotency_key_reused',
    ],
  })
  @AcceptsIdempotencyKey()
  @ApiOkResponse({ standardSchema: jobView })
  setStatus(
    @CurrentUser() actor: Actor,
    @Param({ schema: idParameter }) { id }: IdParameter,
    @Body({ schema: jobStatusBody }) body: JobStatusBody,
    @IdempotencyKey() key: string | null,
  ): Promise<JobView> {
    return this.lifecycle.setStatus({ actor, jobId: id, body, key });
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Delete a job without a pilot' })
  @Access('jobs.delete', { fails: ['not_found', 'job_locked'] })
  @ApiNoContentResponse()
  remove(@CurrentUser() actor: Actor, @Param({ schema: idParameter }) { id }: IdParameter): Promise<void> {
    return this.jobs.remove(actor, id);
  }

  @Post(':id/assign')
  @HttpCode(200)
  @ApiOperation({ summary: 'Accept a job' })
  @Access('jobs.accept', { fails: ['not_found', 'job_not_available', 'too_many_accepted_jobs'] })
  @ApiOkResponse({ standardSchema: jobView })
  accept(
    @CurrentUser() actor: Actor,
    @Param({ schema: idParameter }) { id }: IdParameter,
    @Body({ schema: assignBody }) body: AssignBody,
  ): Promise<JobView> {
    return this.lifecycle.accept(actor, id, body);
  }

  @Post(':id/request-changes')
  @HttpCode(200)
  @ApiOperation({
    summary:
      'Ask for changes of the submitted work. A card payment that has succeeded settles the job instead',
  })
  @Access('jobs.request-changes', {
    fails: [
      'not_found',
      'status_conflict',
      'too_many_change_requests',
      'payment_not_due',
      'provider_unavailable',
    ],
  })
  @ApiOkResponse({ standardSchema: jobView })
  requestChanges(
    @CurrentUser() actor: Actor,
    @Param({ schema: idParameter }) { id }: IdParameter,
    @Body({ schema: requestChangesBody }) body: RequestChangesBody,
  ): Promise<JobView> {
    return this.lifecycle.requestChanges(actor, id, body);
  }

  @Post(':id/release')
  @HttpCode(200)
  @ApiOperation({
    summary:
      'Remove the pilot of a job: of a pending one, as the pilot or the owner, or with a reason of one in progress, as the pilot, or as the owner after the deadline',
  })
  @ApiBody({ required: false })
  @Access('jobs.release', { fails: ['not_found', 'status_conflict'] })
  @ApiOkResponse({ standardSchema: jobView })
  release(
    @CurrentUser() actor: Actor,
    @Param({ schema: idParameter }) { id }: IdParameter,
    @Body({ schema: releaseBody }) body: ReleaseBody,
  ): Promise<JobView> {
    return this.lifecycle.release(actor, id, body);
  }

  @Post(':id/end-request')
  @HttpCode(200)
  @ApiOperation({ summary: 'Ask the pilot of a job in progress to end the assignment before the deadline' })
  @Access('jobs.end', { fails: ['not_found', 'status_conflict'] })
  @ApiOkResponse({ standardSchema: jobView })
  requestEnd(
    @CurrentUser() actor: Actor,
    @Param({ schema: idParameter }) { id }: IdParameter,
    @Body({ schema: endRequestBody }) body: EndRequestBody,
  ): Promise<JobView> {
    return this.lifecycle.requestEnd(actor, id, body);
  }

  @Post(':id/end-request/decision')
  @HttpCode(200)
  @ApiOperation({ summary: 'Agree to end the assignment, or decline' })
  @Access('jobs.decide-end', { fails: ['not_found', 'status_conflict'] })
  @ApiOkResponse({ standardSchema: jobView })
  decideEnd(
    @CurrentUser() actor: Actor,
    @Param({ schema: idParameter }) { id }: IdParameter,
    @Body({ schema: endDecisionBody }) body: EndDecisionBody,
  ): Promise<JobView> {
    return this.lifecycle.decideEnd(actor, id, body);
  }

  @Post(':id/take-back')
  @HttpCode(200)
  @ApiOperation({ summary: 'Take submitted work back, until the client has opened the job' })
  @Access('jobs.take-back', { fails: ['not_found', 'status_conflict'] })
  @ApiOkResponse({ standardSchema: jobView })
  takeBack(
    @CurrentUser() actor: Actor,
    @Param({ schema: idParameter }) { id }: IdParameter,
  ): Promise<JobView> {
    return this.lifecycle.takeBack(actor, id);
  }
}
