import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { Metrics } from '../metrics/metrics.ts';
import { DEAD_LETTERS, QUEUE_NAMES, QUEUE_SCHEMA } from './queues.ts';

const STATES = ['waiting', 'active', 'dead'] as const;

// A job that is retried waits since its cause.
const COUNTS = `
  SELECT coalesce(source_name, name) AS queue,
    CASE WHEN name = '${DEAD_LETTERS}' THEN 'dead' WHEN state = 'active' THEN 'active' ELSE 'waiting' END AS state,
    count(*)::int AS count,
    extract(epoch FROM now() - min(CASE WHEN state = 'retry' THEN created_on ELSE start_after END))::float AS "oldestSeconds"
  FROM ${QUEUE_SCHEMA}.job WHERE state <= 'active' GROUP BY 1, 2`;

interface Row {
  queue: string;
  state: (typeof STATES)[number];
  count: number;
  oldestSeconds: number;
}

/** The state of the queues, read when the metrics are read. */
@Injectable()
export class BackgroundMetrics {
  constructor({ registry }: Metrics, database: DataSource) {
    const oldest: Gauge<'queue'> = new Gauge({
      name: 'dps_background_oldest_waiting_seconds',
      help: 'Time for which the oldest due job of a queue waits',
      labelNames: ['queue'],
      registers: [registry],
    });
    const jobs: Gauge<'queue' | 'state'> = new Gauge({
      name: 'dps_background_jobs',
      help: 'Jobs of the background work, by state',
      labelNames: ['queue', 'state'],
      registers: [registry],
      collect: async () => {
        // The other metrics are served while the database is away.
        const rows = await database.query<Row[]>(COUNTS).catch(() => null);
        if (!rows) return;
        for (const queue of QUEUE_NAMES) {
          const own = rows.filter((row) => row.queue === queue);
          for (const state of STATES) {
            jobs.set({ queue, state }, own.find((row) => row.state === state)?.count ?? 0);
          }
          const waiting = own.find(({ state }) => state === 'waiting');
          oldest.set({ queue }, Math.max(0, waiting?.oldestSeconds ?? 0));
        }
      },
    });
  }
}
