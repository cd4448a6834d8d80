import { Global, Module } from '@nestjs/common';
import { DatabaseMetrics } from './database-metrics.ts';
import { MetricsServer } from './metrics-server.ts';
import { Metrics } from './metrics.ts';

/** What the process knows of itself in figures, and where they can be read. */
@Global()
@Module({ providers: [Metrics, MetricsServer, DatabaseMetrics], exports: [Metrics] })
export class MetricsModule {}
