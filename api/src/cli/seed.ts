import { seedDemoData } from '../database/seeds/seed.ts';
import { runCommand } from './run-command.ts';

await runCommand(async (dataSource, { demoData }) => {
  if (!demoData) return 'Demo data is off.';
  const jobs = await seedDemoData(dataSource);
  return jobs === 0 ? 'The demo data already exists.' : `Seeded demo data with ${jobs} jobs.`;
});
