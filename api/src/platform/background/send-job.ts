import { PgBoss } from 'pg-boss';
import type { DataSource, EntityManager } from 'typeorm';
import { DEAD_LETTERS, QUEUE_SCHEMA, type QueueName } from './queues.ts';

/** The content of a job that has a cause. */
export interface JobData {
  /** The row that the job is about. */
  id: number;
}

/** The statements of pg-boss as those of a connection of TypeORM. */
const databaseOf = (connection: Pick<EntityManager, 'query'>) => ({
  executeSql: async (text: string, values?: unknown[]) => ({
    rows: await connection.query<unknown[]>(text, values),
  }),
});

/** Senders keep the properties of the queues, and run nothing. */
const senders = new WeakMap<DataSource, PgBoss>();

function senderOf(dataSource: DataSource): PgBoss {
  const known = senders.get(dataSource);
  if (known) return known;
  const sender = new PgBoss({ db: databaseOf(dataSource), schema: QUEUE_SCHEMA, migrate: false });
  senders.set(dataSource, sender);
  return sender;
}

/**
 * Sends a job in a transaction. While another job about the same row waits, this changes nothing.
 *
 * @param startAfter time, or seconds from now
 */
export async function sendJob(
  manager: EntityManager,
  name: QueueName,
  rowId: number,
  startAfter: Date | number = 0,
): Promise<void> {
  const data: JobData = { id: rowId };
  const options = { singletonKey: String(rowId), startAfter, db: databaseOf(manager) };
  await senderOf(manager.connection).send(name, data, options);
}

/** Sends all dead letters again, except those whose row has a waiting job. Returns their number. */
export function retryDeadLetters(dataSource: DataSource): Promise<number> {
  return senderOf(dataSource).redrive(DEAD_LETTERS);
}
