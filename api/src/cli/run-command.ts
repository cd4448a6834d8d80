import type { DataSource } from 'typeorm';
import { commandDataSource } from '../database/command-data-source.ts';
import { readDatabaseConfig, type Config } from '../platform/config/config.ts';

type DatabaseConfig = Pick<Config, 'databaseUrl' | 'demoData'>;

/** Runs a command on the configured database, prints its result, and sets the exit code. */
export async function runCommand(
  command: (dataSource: DataSource, config: DatabaseConfig) => Promise<string>,
): Promise<void> {
  try {
    const config = readDatabaseConfig(process.env);
    const dataSource = commandDataSource(config.databaseUrl);
    await dataSource.initialize();
    try {
      process.stdout.write(`${await command(dataSource, config)}\n`);
    } finally {
      await dataSource.destroy();
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
