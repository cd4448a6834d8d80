import { runCommand } from './run-command.ts';
import { findDrift } from '../database/migrate.ts';

await runCommand(async (dataSource) => {
  const statements = await findDrift(dataSource);
  if (statements.length === 0) return 'Entities and migrations agree.';
  throw new Error(`Entities and migrations differ. A new migration is needed:\n${statements.join(';\n')}`);
});
