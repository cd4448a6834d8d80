import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startStack } from '@dps/local-stack/stack';

/**
 * Starts the whole product once for all journeys, on free ports and with data of its own: what `npm start` starts, with
 * the demo data. Returns how to stop it.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dps-journeys-'));
  const removeData = () => rm(dataDir, { recursive: true, force: true });
  try {
    const stack = await startStack({ dataDir, ephemeral: true, logLevel: 'warn' });
    process.env['DPS_URL'] = stack.url;
    process.env['DPS_DATABASE_URL'] = stack.databaseUrl;
    return async () => {
      try {
        await stack.close();
      } finally {
        await removeData();
      }
    };
  } catch (error) {
    await removeData();
    throw error;
  }
}
