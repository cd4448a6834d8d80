import { runCommand } from './run-command.ts';
import { migrate } from '../database/migrate.ts';

await runCommand(async (dataSource) => {
  const names = await migrate(dataSource);
  return names.length === 0 ? 'The database is up to date.' : `Migrated: ${names.join(', ')}`;
});
