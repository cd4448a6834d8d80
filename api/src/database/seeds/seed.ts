import { randomUUID } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import { pointColumns } from '../../modules/jobs/job.point.ts';
import { User } from '../../modules/users/user.entity.ts';
import { hashPassword } from '../../platform/auth/password-hash.ts';
import type { Config } from '../../platform/config/config.ts';
import { DemoMoney } from './demo-money.ts';
import { DEMO_USERS, type DemoUser } from './demo-users.ts';
import { seedJobs } from './seed-jobs.ts';

/** Any constant. Identifies the advisory lock that serializes seeding. */
const SEED_LOCK = 7_290_416;

/** Longer than the age of the oldest demo job, so that a pilot is a member before the first flight. */
const MEMBER_DAYS = 400;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Inserts demo accounts, whose addresses count as confirmed because no mail reaches them. Returns their ids by username. */
async function seedUsers(manager: EntityManager, users: readonly DemoUser[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  const createdAt = new Date(Date.now() - MEMBER_DAYS * DAY_MS);
  for (const { password, base = '', ...columns } of users) {
    const passwordHash = await hashPassword(password ?? randomUUID());
    const member = { createdAt, emailConfirmedAt: createdAt, pendingEmail: null };
    const { latitude, longitude, place } = pointColumns({ location: base });
    const atBase = { baseLatitude: latitude, baseLongitude: longitude, basePlace: place };
    const user = manager.create(User, { ...columns, ...member, ...atBase, passwordHash, profileImage: null });
    await manager.insert(User, user);
    ids.set(user.username, user.id);
  }
  return ids;
}

/**
 * Inserts the demo data in one transaction, unless it exists. Any visitor can delete a demo account: it is inserted again, without
 * jobs, if no other account has its username or address. Returns the number of inserted jobs.
 *
 * @param stripe with the address of the payment sandbox, which then has the money of the demo data
 */
export function seedDemoData(dataSource: DataSource, stripe?: Config['stripe']): Promise<number> {
  const { apiBase = null } = stripe ?? {};
  const money = stripe && apiBase !== null ? new DemoMoney({ ...stripe, apiBase }, randomUUID()) : null;
  return dataSource.transaction(async (manager) => {
    await manager.query('SELECT pg_advisory_xact_lock($1)', [SEED_LOCK]);
    const names = DEMO_USERS.flatMap(({ username, email }) => [{ username }, { email }]);
    const existing = await manager.findBy(User, names);
    const missing = DEMO_USERS.filter(
      (demo) => !existing.some(({ username, email }) => username === demo.username || email === demo.email),
    );
    // The names of demo accounts are public, and belong to the demo data.
    await manager.query(
      'DELETE FROM former_usernames USING unnest($1::text[]) AS name WHERE hash = username_hash(name)',
      [missing.map(({ username }) => username)],
    );
    const users = await seedUsers(manager, missing);
    if (existing.length > 0) return 0;
    const jobs = await seedJobs(manager, users, money);
    // Demo users do not get mail about demo data. The mails of this transaction have its time.
    await manager.query('DELETE FROM outgoing_mails WHERE created_at = now()');
    return jobs;
  });
}
