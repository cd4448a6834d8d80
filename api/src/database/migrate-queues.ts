import { PgBoss } from 'pg-boss';
import type { DataSource } from 'typeorm';
import { SWEEP_QUEUE, QUEUE_SCHEMA } from '../modules/payments/sweep/sweep-queue.definition.ts';

const QUEUES = [SWEEP_QUEUE];

/**
 * Updates the schema of the queues by the library's own migrations, over the connection that migrates. The server then
 * needs no permission to change a schema.
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
    for (const { name, options } of QUEUES) await boss.createQueue(name, options);
  } finally {
    await boss.stop({ graceful: false });
    await runner.release();
  }
}
