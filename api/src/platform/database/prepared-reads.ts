import type { OnApplicationShutdown } from '@nestjs/common';
import type { QueryResultRow } from 'pg';
import {
  PipelinedConnection,
  type PreparedRead,
  type ReadConnectionSettings,
} from './pipelined-connection.ts';

const CONNECTIONS = 2;

/**
 * Short reads of single rows and pages, for the calls that everybody makes all the time: prepared, each its own
 * transaction, on a few connections that many requests share. Whatever writes, takes long or needs a transaction uses
 * the pool: a statement here lets those behind it wait.
 */
export class PreparedReads implements OnApplicationShutdown {
  private readonly connections: readonly PipelinedConnection[];

  /** `report` hears of connections that break. */
  constructor(settings: ReadConnectionSettings, report: (error: unknown) => void) {
    this.connections = Array.from({ length: CONNECTIONS }, () => new PipelinedConnection(settings, report));
  }

  /** How many reads wait for their answer. */
  get waiting(): number {
    return this.connections.reduce((sum, { waiting }) => sum + waiting, 0);
  }

  /**
   * The rows that a statement answers, in the types of the driver: `numeric` is a text. Throws what the database says;
   * see `isDatabaseUnavailable`.
   */
  rows<Row extends QueryResultRow>(read: PreparedRead, values: readonly unknown[]): Promise<Row[]> {
    return this.leastBusy().rows<Row>(read, values);
  }

  /** Requests have ended by now. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.connections.map((connection) => connection.close()));
  }

  private leastBusy(): PipelinedConnection {
    return this.connections.reduce((best, next) => (next.waiting < best.waiting ? next : best));
  }
}
