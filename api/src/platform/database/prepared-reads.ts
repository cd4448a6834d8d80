import type { OnApplicationShutdown } from '@nestjs/common';
import type { QueryResultRow } from 'pg';
import {
  PipelinedConnection,
  type PreparedRead,
  type ReadConnectionSettings,
} from './pipelined-connection.ts';

const CONNECTIONS = 2;

/**
 * Runs short reads of single rows and pages, for the most frequent calls. The statements are prepared, and a few
 * connections serve all requests. Writes, slow queries and transactions use the pool, because a statement here delays
 * the statements behind it.
 */
export class PreparedReads implements OnApplicationShutdown {
  private readonly connections: readonly PipelinedConnection[];

  /** `report` receives the errors of broken connections. */
  constructor(settings: ReadConnectionSettings, report: (error: unknown) => void) {
    this.connections = Array.from({ length: CONNECTIONS }, () => new PipelinedConnection(settings, report));
  }

  /** Number of reads without a result yet. */
  get waiting(): number {
    return this.connections.reduce((sum, { waiting }) => sum + waiting, 0);
  }

  /**
   * Returns the rows of a statement in the types of the driver: `numeric` is a string. Throws the error of the database;
   * see `isDatabaseUnavailable`.
   */
  rows<Row extends QueryResultRow>(read: PreparedRead, values: readonly unknown[]): Promise<Row[]> {
    return this.leastBusy().rows<Row>(read, values);
  }

  /** Runs after the last request has ended. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.connections.map((connection) => connection.close()));
  }

  private leastBusy(): PipelinedConnection {
    return this.connections.reduce((best, next) => (next.waiting < best.waiting ? next : best));
  }
}
