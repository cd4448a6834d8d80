import { Body, Controller, Get, Param, Post, Query, UseInterceptors } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse } from '@nestjs/swagger';
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
import { Access } from '../../platform/auth/access.decorator.ts';
import { CurrentUser } from '../../platform/auth/current-user.decorator.ts';
import type { Page } from '../../platform/http/keyset.ts';
import { PageInterceptor } from '../../platform/http/page.interceptor.ts';
import { FlightRecordService } from './flight-record.service.ts';

@Controller('flight-data')
export class FlightRecordController {
  constructor(private readonly records: FlightRecordService) {}

  @Get('pilot/:id')
  @Access('flight-records.list')
  @UseInterceptors(PageInterceptor)
  @ApiOkResponse({ standardSchema: flightRecordListView })
  ofPilot(
    @CurrentUser() actor: Actor,
    @Param({ schema: idParameter }) { id }: IdParameter,
    @Query({ schema: pageQuery }) query: PageQuery,
  ): Promise<Page<FlightRecordView>> {
    return this.records.ofPilot(actor, id, query);
  }

  @Post()
  @Access('flight-records.add', { fails: ['not_found'] })
  @ApiCreatedResponse({ standardSchema: flightRecordView })
  create(
    @CurrentUser() actor: Actor,
    @Body({ schema: flightRecordBody }) body: FlightRecordBody,
  ): Promise<FlightRecordView> {
    return this.records.create(actor, body);
  }
}
