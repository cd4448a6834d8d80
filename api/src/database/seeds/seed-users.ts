import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { User } from '../../modules/users/user.entity.ts';
import { hashPassword } from '../../platform/auth/password-hash.ts';
import { DEMO_USERS } from './demo-users.ts';

/** Writes the demo accounts and answers their ids by username. */
export async function seedUsers(manager: EntityManager): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const { password, ...columns } of DEMO_USERS) {
    const passwordHash = await hashPassword(password ?? randomUUID());
    const user = manager.create(User, { ...columns, passwordHash, profileImage: null });
    await manager.insert(User, user);
    ids.set(user.username, user.id);
  }
  return ids;
}
