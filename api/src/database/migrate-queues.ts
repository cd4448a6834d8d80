import { PgBoss } from 'pg-boss';
import type { DataSource } from 'typeorm';
import { DEAD_LETTERS, optionsOf, QUEUE_NAMES, QUEUE_SCHEMA, QUEUES } from '../platform/background/queues.ts';

/**
 * Updates the schema of the queues by the library's own migrations, and the queues and schedules, over the connection that
 * migrates. The server then needs no permission to change a schema.
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
    await boss.createQueue(DEAD_LETTERS);
    for (const name of QUEUE_NAMES) await updateQueue(boss, name);
    for (const { name } of await boss.getSchedules()) if (!isScheduled(name)) await boss.unschedule(name);
  } finally {
    await boss.stop({ graceful: false });
    await runner.release();
  }
}

async function updateQueue(boss: PgBoss, name: keyof typeof QUEUES): Promise<void> {
  const queue = QUEUES[name];
  // Of the jobs about one row, one waits at a time.
  await boss.createQueue(name, { policy: 'short', ...optionsOf(queue) });
  await boss.updateQueue(name, optionsOf(queue));
  if ('schedule' in queue) await boss.schedule(name, queue.schedule);
}

const isScheduled = (name: string): boolean =>
  QUEUE_NAMES.some((queue) => queue === name && 'schedule' in QUEUES[queue]);
