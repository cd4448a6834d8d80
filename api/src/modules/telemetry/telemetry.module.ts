import { Module } from '@nestjs/common';
import { Metrics } from '../../platform/metrics/metrics.ts';
import { PageCounts } from './page-counts.ts';
import { ReportLimiter } from './report-limiter.ts';
import { TelemetryController } from './telemetry.controller.ts';
import { TelemetryMetrics } from './telemetry.metrics.ts';

@Module({ controllers: [TelemetryController], providers: [PageCounts, ReportLimiter, TelemetryMetrics] })
export class TelemetryModule {
  constructor(metrics: Metrics, pages: PageCounts) {
    metrics.reports.set('/browser-pages', () => ({ releases: pages.read() }));
  }
}
