import { findDrift, migrate } from '../database/migrate.ts';
import { seedDemoData } from '../database/seeds/seed.ts';
import { retryDeadLetters } from '../platform/background/send-job.ts';
import { readConfig } from '../platform/config/config.ts';
import { runCommand, type Command } from './run-command.ts';

/** The commands on the configured database. Each returns the line to print. */
const COMMANDS: Readonly<Record<string, Command>> = {
  migrate: async (dataSource) => {
    const report = (line: string) => process.stderr.write(`${line}\n`);
    const names = await migrate(dataSource, { report });
    return names.length === 0 ? 'The database is up to date.' : `Migrated: ${names.join(', ')}`;
  },
  seed: async (dataSource, { demoData }) => {
    if (!demoData) return 'Demo data is off.';
    // The settings of the API, which has them together with the sandbox.
    const stripe = process.env['STRIPE_API_BASE'] ? readConfig(process.env).stripe : undefined;
    const jobs = await seedDemoData(dataSource, stripe);
    return jobs === 0 ? 'The demo data already exists.' : `Seeded demo data with ${jobs} jobs.`;
  },
  'retry-dead-letters': async (dataSource) => `Jobs sent again: ${await retryDeadLetters(dataSource)}`,
  drift: async (dataSource) => {
    const statements = await findDrift(dataSource);
    if (statements.length === 0) return 'Entities and migrations agree.';
    throw new Error(`Entities and migrations differ. A new migration is needed:\n${statements.join(';\n')}`);
  },
};

await runCommand(() => {
  const [, , name = ''] = process.argv;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new Error(`Usage: node dist/cli/database.js ${Object.keys(COMMANDS).join('|')}`);
  return command;
});
