import type { DataSource } from 'typeorm';
import { commandDataSource } from '../database/command-data-source.ts';
import { readDatabaseConfig, type Config } from '../platform/config/config.ts';

/** Works on the configured database. Returns the text to print. */
export type Command = (dataSource: DataSource, config: Pick<Config, 'demoData'>) => Promise<string>;

async function run(parse: () => Command): Promise<string> {
  const command = parse();
  const config = readDatabaseConfig(process.env);
  const dataSource = commandDataSource(config.databaseUrl);
  await dataSource.initialize();
  try {
    return await command(dataSource, config);
  } finally {
    await dataSource.destroy();
  }
}

/**
 * Runs a command, prints its result and sets the exit code.
 *
 * @param parse reads the arguments before the database is opened, and throws the usage for wrong ones
 */
export async function runCommand(parse: () => Command): Promise<void> {
  try {
    process.stdout.write(`${await run(parse)}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
