import { runCommand } from './run-command.ts';
import { migrate } from '../database/migrate.ts';

await runCommand(async (dataSource) => {
  const report = (line: string) => process.stderr.write(`${line}\n`);
  const names = await migrate(dataSource, { report });
  return names.length === 0 ? 'The database is up to date.' : `Migrated: ${names.join(', ')}`;
});
