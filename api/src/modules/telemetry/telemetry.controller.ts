import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { telemetryBody, type TelemetryBody } from '@dps/contract';
import { Access } from '../../platform/auth/access.decorator.ts';
import { clientNetwork } from '@dps/contract/server';
import { eventsOf, isProblem, logFields } from './browser-event.ts';
import { PageCounts } from './page-counts.ts';
import { ReportLimiter } from './report-limiter.ts';
import { TelemetryMetrics } from './telemetry.metrics.ts';

/** A browser sends at most twenty events of about 200 bytes. */
const REPORT_BYTES = 16 * 1024;

@Controller('telemetry')
export class TelemetryController {
  constructor(
    private readonly limiter: ReportLimiter,
    private readonly metrics: TelemetryMetrics,
    private readonly pages: PageCounts,
  ) {}

  /** Logs and counts each event. */
  @Post()
  @HttpCode(204)
  @ApiOperation({ summary: 'Report failures, crashes and load times of a browser' })
  @Access('telemetry.report', { fails: ['rate_limited'], bodyLimit: REPORT_BYTES })
  @ApiNoContentResponse()
  report(@Body({ schema: telemetryBody }) report: TelemetryBody, @Req() request: FastifyRequest): void {
    const network = clientNetwork(request);
    this.limiter.count(network);
    this.pages.count(report, network);
    for (const event of eventsOf(report)) {
      this.metrics.count(event);
      request.log[isProblem(event) ? 'warn' : 'info'](logFields(event), 'browser event');
    }
  }
}
