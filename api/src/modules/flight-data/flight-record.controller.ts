import { Body, Controller, Get, Param, Post, Query, Req, Res, type StreamableFile } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiParam } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  flightRecordBody,
  flightRecordListView,
  flightRecordView,
  flightTrackView,
  idParameter,
  pageQuery,
  type Actor,
  type FlightRecordBody,
  type FlightRecordView,
  type FlightTrackView,
  type IdParameter,
  type PageQuery,
} from '@dps/contract';
import { Access, CurrentUser } from '../../platform/auth/access.decorator.ts';
import { DownloadGuard } from '../../platform/http/download-guard.ts';
import { RespondsWithFile, sendFile } from '../../platform/http/file-response.ts';
import { AcceptsIdempotencyKey, IdempotencyKey } from '../../platform/http/idempotency-key.ts';
import type { Page } from '../../platform/http/paging/keyset.ts';
import { Paged } from '../../platform/http/paging/paged.decorator.ts';
import { FlightRecordService } from './flight-record.service.ts';

@Controller('flight-data')
export class FlightRecordController {
  constructor(
    private readonly records: FlightRecordService,
    private readonly downloads: DownloadGuard,
  ) {}

  @Get('pilot/:id')
  @ApiOperation({ summary: "A pilot's own flight records, newest first" })
  @Access('flight-records.list')
  @ApiParam({ name: 'id', description: 'The id of the pilot' })
  @Paged(flightRecordListView)
  ofPilot(
    @CurrentUser() actor: Actor,
    @Param({ schema: idParameter }) { id }: IdParameter,
    @Query({ schema: pageQuery }) query: PageQuery,
  ): Promise<Page<FlightRecordView>> {
    return this.records.ofPilot(actor, id, query);
  }

  @Get(':id/track')
  @ApiOperation({ summary: 'The track of a flight record with a log' })
  @Access('flight-records.read', { fails: ['not_found'] })
  @ApiParam({ name: 'id', description: 'The id of the flight record' })
  @ApiOkResponse({ standardSchema: flightTrackView })
  track(
    @CurrentUser() actor: Actor,
    @Param({ schema: idParameter }) { id }: IdParameter,
  ): Promise<FlightTrackView> {
    return this.records.track(actor, id);
  }

  @Get(':id/log')
  @ApiOperation({ summary: 'Download the uploaded log of a flight record' })
  @Access('flight-records.read', { fails: ['not_found', 'rate_limited', 'range_not_satisfiable'] })
  @ApiParam({ name: 'id', description: 'The id of the flight record' })
  @RespondsWithFile({ 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } })
  async log(
    @CurrentUser() actor: Actor,
    @Param({ schema: idParameter }) { id }: IdParameter,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const download = this.downloads.begin(request, reply, actor);
    return sendFile(download, await this.records.log(actor, id));
  }

  @Post()
  @ApiOperation({ summary: 'Log a flight' })
  @Access('flight-records.add', {
    fails: ['not_found', 'job_locked', 'too_many_flight_records', 'idempotency_key_reused'],
  })
  @AcceptsIdempotencyKey()
  @ApiCreatedResponse({ standardSchema: flightRecordView })
  create(
    @CurrentUser() actor: Actor,
    @Body({ schema: flightRecordBody }) body: FlightRecordBody,
    @IdempotencyKey() key: string | null,
  ): Promise<FlightRecordView> {
    return this.records.create(actor, body, key);
  }
}
