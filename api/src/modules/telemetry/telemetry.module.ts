import { Module } from '@nestjs/common';
import { ReportLimiter } from './report-limiter.ts';
import { TelemetryController } from './telemetry.controller.ts';
import { TelemetryMetrics } from './telemetry.metrics.ts';

@Module({ controllers: [TelemetryController], providers: [ReportLimiter, TelemetryMetrics] })
export class TelemetryModule {}
