import { spawnSync } from 'node:child_process';
import { StackFailure } from '../failure.ts';

export interface Account {
  uid: number;
  gid: number;
}

function idOf(kind: '-u' | '-g', name: string): number | undefined {
  const answer = spawnSync('id', [kind, name], { encoding: 'utf8' });
  return answer.status === 0 ? Number(answer.stdout.trim()) : undefined;
}

/**
 * The account that PostgreSQL runs under: nothing for the own one, or, as PostgreSQL refuses to run as root, an
 * unprivileged one when this process is root's.
 *
 * @throws StackFailure when root has no such account to hand over to
 */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const uid = idOf('-u', name);
    const gid = idOf('-g', name);
    if (uid !== undefined && gid !== undefined && uid > 0) return { uid, gid };
  }
  throw new StackFailure(
    'PostgreSQL does not run as root, and there is no account "postgres" or "nobody" to run it under. ' +
      'Start as another user, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}
