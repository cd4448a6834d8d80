import type { DataSource } from 'typeorm';
import { User } from '../../modules/users/user.entity.ts';
import { seedJobs } from './seed-jobs.ts';
import { seedUsers } from './seed-users.ts';
import { DEMO_USERS } from './demo-users.ts';

/** Any constant: it names the lock that lets one seeding run at a time. */
const SEED_LOCK = 7_290_416;

/** Writes the demo data, all or nothing; a database that has it already stays as it is. Answers how many jobs were written. */
export function seedDemoData(dataSource: DataSource): Promise<number> {
  return dataSource.transaction(async (manager) => {
    await manager.query('SELECT pg_advisory_xact_lock($1)', [SEED_LOCK]);
    const seeded = await manager.existsBy(
      User,
      DEMO_USERS.map(({ username }) => ({ username })),
    );
    if (seeded) return 0;
    return seedJobs(manager, await seedUsers(manager));
  });
}
