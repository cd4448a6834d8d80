import { readFileSync } from 'node:fs';
import { StartFailure } from '../failure.ts';

export interface Account {
  uid: number;
  gid: number;
}

/** Returns a user account of this machine from `name:password:uid:gid:…` lines. */
function accountNamed(name: string): Account | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid && uid !== '0' ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/**
 * Returns the account for PostgreSQL, or undefined for the current user. PostgreSQL refuses to run as root, so root needs
 * an unprivileged account.
 *
 * @throws StartFailure when root has no such account
 */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const account = accountNamed('postgres') ?? accountNamed('nobody');
  if (account) return account;
  throw new StartFailure(
    'PostgreSQL does not run as root, and there is no account "postgres" or "nobody" to run it under. ' +
      'Start as another user, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}
