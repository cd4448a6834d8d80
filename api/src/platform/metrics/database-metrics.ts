import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { PreparedReads } from '../database/prepared-reads.ts';
import { Metrics } from './metrics.ts';

interface Usage {
  idle: number;
  busy: number;
  waiting: number;
}

/** Returns the usage of the pool, or null before the pool exists. */
function poolUsage({ driver }: DataSource): Usage | null {
  const pool: unknown = Reflect.get(driver, 'master');
  if (!(pool instanceof Pool)) return null;
  const { idleCount: idle, totalCount, waitingCount: waiting } = pool;
  return { idle, busy: totalCount - idle, waiting };
}

/** Usage of the database connections, measured when the metrics are read. */
@Injectable()
export class DatabaseMetrics {
  constructor({ registry }: Metrics, dataSource: DataSource, reads: PreparedReads) {
    const connections: Gauge<'state'> = new Gauge({
      name: 'dps_database_pool_connections',
      help: 'Connections of the pool, by state',
      labelNames: ['state'],
      registers: [registry],
      collect: () => {
        const usage = poolUsage(dataSource);
        if (!usage) return;
        connections.set({ state: 'idle' }, usage.idle);
        connections.set({ state: 'busy' }, usage.busy);
      },
    });
    const waiting: Gauge<'for'> = new Gauge({
      name: 'dps_database_waiting',
      help: 'Callers that wait for a connection of the pool, or for the result of a prepared read',
      labelNames: ['for'],
      registers: [registry],
      collect: () => {
        waiting.set({ for: 'connection' }, poolUsage(dataSource)?.waiting ?? 0);
        waiting.set({ for: 'read' }, reads.waiting);
      },
    });
  }
}
