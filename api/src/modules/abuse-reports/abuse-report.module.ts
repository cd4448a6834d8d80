import { Injectable, Module } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { Metrics } from '../../platform/metrics/metrics.ts';

const OPEN = 'SELECT count(*)::int AS count FROM abuse_reports WHERE closed_at IS NULL';

/** The number of reports for which operators have to decide, read when the metrics are read. */
@Injectable()
class AbuseReportMetrics {
  constructor({ registry }: Metrics, database: DataSource) {
    const reports: Gauge = new Gauge({
      name: 'dps_abuse_reports_open',
      help: 'Reports of messages, questions and answers that no operator has closed',
      registers: [registry],
      collect: async () => {
        // The other metrics are served while the database is away.
        const rows = await database.query<{ count: number }[]>(OPEN).catch(() => []);
        for (const { count } of rows) reports.set(count);
      },
    });
  }
}

@Module({ providers: [AbuseReportMetrics] })
export class AbuseReportModule {}
