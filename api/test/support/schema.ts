import type { TestServer } from './server.ts';

/** Changes the schema of the server's database, runs an action and reverts the change. */
export async function whileSchemaIs(
  { dataSource }: TestServer,
  change: string,
  revert: string,
  action: () => Promise<void>,
): Promise<void> {
  await dataSource.query(change);
  try {
    await action();
  } finally {
    await dataSource.query(revert);
  }
}
