import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { telemetryBody, type TelemetryBody } from '@dps/shared-contracts';
import { Access } from '../../platform/auth/access.decorator.ts';
import { clientNetwork } from '../../platform/throttling/client-network.ts';
import { eventsOf, isTrouble, logFields } from './browser-event.ts';
import { ReportLimiter } from './report-limiter.ts';
import { TelemetryMetrics } from './telemetry.metrics.ts';

/** A browser sends twenty events at most, of some two hundred bytes each. */
const REPORT_BYTES = 16 * 1024;

@Controller('telemetry')
export class TelemetryController {
  constructor(
    private readonly limiter: ReportLimiter,
    private readonly metrics: TelemetryMetrics,
  ) {}

  /** Leaves a line in the log for each event, and counts it. */
  @Post()
  @HttpCode(204)
  @ApiOperation({ summary: 'Report what went wrong in a browser' })
  @Access('telemetry.report', { fails: ['rate_limited'], bodyLimit: REPORT_BYTES })
  @ApiNoContentResponse()
  report(@Body({ schema: telemetryBody }) report: TelemetryBody, @Req() request: FastifyRequest): void {
    this.limiter.count(clientNetwork(request));
    for (const event of eventsOf(report)) {
      this.metrics.count(event);
      request.log[isTrouble(event) ? 'warn' : 'info'](logFields(event), 'browser event');
    }
  }
}
