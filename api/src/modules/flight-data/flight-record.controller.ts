import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiParam } from '@nestjs/swagger';
import {
  flightRecordBody,
  flightRecordListView,
  flightRecordView,
  idParameter,
  pageQuery,
  type Actor,
  type FlightRecordBody,
  type FlightRecordView,
  type IdParameter,
  type PageQuery,
} from '@dps/shared-contracts';
import { Access, CurrentUser } from '../../platform/auth/access.decorator.ts';
import type { Page } from '../../platform/http/paging/keyset.ts';
import { Paged } from '../../platform/http/paging/paged.decorator.ts';
import { FlightRecordService } from './flight-record.service.ts';

@Controller('flight-data')
export class FlightRecordController {
  constructor(private readonly records: FlightRecordService) {}

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

  @Post()
  @ApiOperation({ summary: 'Log a flight' })
  @Access('flight-records.add', { fails: ['not_found'] })
  @ApiCreatedResponse({ standardSchema: flightRecordView })
  create(
    @CurrentUser() actor: Actor,
    @Body({ schema: flightRecordBody }) body: FlightRecordBody,
  ): Promise<FlightRecordView> {
    return this.records.create(actor, body);
  }
}
