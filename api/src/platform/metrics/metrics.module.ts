import { Global, Module } from '@nestjs/common';
import { DatabaseMetrics } from './database-metrics.ts';
import { MetricsServer } from './metrics-server.ts';
import { Metrics } from './metrics.ts';

/** The metrics of the process and their server. */
@Global()
@Module({ providers: [Metrics, MetricsServer, DatabaseMetrics], exports: [Metrics] })
export class MetricsModule {}
