import { PgBoss } from 'pg-boss';
import type { DataSource } from 'typeorm';

/** Where the queues are: beside our tables, which are in `public`, so that neither checks nor migrations meet. */
export const QUEUE_SCHEMA = 'pgboss';

/** Queues, and how long their jobs are kept. A job that fails is not repeated: the next one is due soon. */
const QUEUES = {
  'payment-sweep': {
    retryLimit: 0,
    expireInSeconds: 300,
    retentionSeconds: 3600,
    deleteAfterSeconds: 86_400,
  },
} as const;
export type QueueName = keyof typeof QUEUES;

/**
 * Brings the queues' schema up to date, which the library keeps by migrations of its own, over the one connection that
 * migrates. So the server needs no right to change any schema.
 */
export async function migrateQueues(dataSource: DataSource): Promise<void> {
  const runner = dataSource.createQueryRunner();
  const executeSql = async (text: string, values?: unknown[]) => ({
    rows: (await runner.query(text, values, true)).records,
  });
  const boss = new PgBoss({ db: { executeSql }, schema: QUEUE_SCHEMA, supervise: false, schedule: false });
  const failed = new Promise<never>((_resolve, reject) => boss.on('error', reject));
  try {
    await Promise.race([boss.start(), failed]);
    for (const [name, options] of Object.entries(QUEUES)) await boss.createQueue(name, options);
  } finally {
    await boss.stop({ graceful: false });
    await runner.release();
  }
}
