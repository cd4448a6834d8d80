import { randomUUID } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import { User } from '../../modules/users/user.entity.ts';
import { hashPassword } from '../../platform/auth/password-hash.ts';
import { DEMO_USERS } from './demo-users.ts';
import { seedJobs } from './seed-jobs.ts';

/** Any constant. Identifies the advisory lock that serializes seeding. */
const SEED_LOCK = 7_290_416;

/** Inserts the demo accounts, whose addresses count as confirmed because no mail reaches them. Returns their ids by username. */
async function seedUsers(manager: EntityManager): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const { password, ...columns } of DEMO_USERS) {
    const passwordHash = await hashPassword(password ?? randomUUID());
    const confirmed = { emailConfirmedAt: new Date(), pendingEmail: null };
    const user = manager.create(User, { ...columns, ...confirmed, passwordHash, profileImage: null });
    await manager.insert(User, user);
    ids.set(user.username, user.id);
  }
  return ids;
}

/** Inserts the demo data in one transaction, unless the demo accounts exist. Returns the number of inserted jobs. */
export function seedDemoData(dataSource: DataSource): Promise<number> {
  return dataSource.transaction(async (manager) => {
    await manager.query('SELECT pg_advisory_xact_lock($1)', [SEED_LOCK]);
    const seeded = await manager.existsBy(
      User,
      DEMO_USERS.map(({ username }) => ({ username })),
    );
    if (seeded) return 0;
    const jobs = await seedJobs(manager, await seedUsers(manager));
    // Demo users get no mail about demo data. The mails of this transaction have its time.
    await manager.query('DELETE FROM outgoing_mails WHERE created_at = now()');
    return jobs;
  });
}
