import { Module } from '@nestjs/common';
import { ReportLimiter } from './report-limiter.ts';
import { TelemetryController } from './telemetry.controller.ts';
import { TelemetryMetrics } from './telemetry.metrics.ts';

/** What goes wrong in browsers. */
@Module({ controllers: [TelemetryController], providers: [ReportLimiter, TelemetryMetrics] })
export class TelemetryModule {}
