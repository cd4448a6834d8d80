import type { DataSource } from 'typeorm';

/** The statements that would make the database fit the entities; none when the migrations are complete. */
export async function findDrift(dataSource: DataSource): Promise<string[]> {
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => query);
}
