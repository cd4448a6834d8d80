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

/** Returns a sender, which runs nothing, and reads the properties of a queue once. */
const senderOver = (connection: Pick<EntityManager, 'query'>) =>
  new PgBoss({ db: databaseOf(connection), schema: QUEUE_SCHEMA, migrate: false });

/**
 * The senders of the queues. Each one has read the properties of its queue in its first transaction: over another connection of the
 * pool, transactions would wait for each other.
 */
const senders = new WeakMap<DataSource, Map<QueueName, PgBoss>>();

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
  const known = senders.get(manager.connection) ?? new Map<QueueName, PgBoss>();
  senders.set(manager.connection, known);
  const sender = known.get(name) ?? senderOver(manager);
  await sender.send(name, data, options);
  known.set(name, sender);
}

/** Sends all dead letters again, except those whose row has a waiting job. Returns their number. */
export function retryDeadLetters(dataSource: DataSource): Promise<number> {
  return senderOver(dataSource).redrive(DEAD_LETTERS);
}
