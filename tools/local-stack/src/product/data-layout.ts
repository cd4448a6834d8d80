import { join } from 'node:path';

/** Parts of a data directory. `--fresh` removes these and nothing else. */
export const DATA_PARTS = [
  'postgres',
  'store',
  'gateway',
  'release-key.pem',
  'keys.json',
  'payments.json',
  'mailbox',
  'logs',
] as const;

/** Returns the paths of the parts of a data directory. */
export function dataLayout(dataDir: string) {
  return {
    postgres: join(dataDir, 'postgres'),
    store: join(dataDir, 'store'),
    gateway: join(dataDir, 'gateway'),
    releaseKey: join(dataDir, 'release-key.pem'),
    keys: join(dataDir, 'keys.json'),
    payments: join(dataDir, 'payments.json'),
    mailbox: join(dataDir, 'mailbox'),
    logs: join(dataDir, 'logs'),
  } satisfies Record<string, string>;
}
