import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@dps/local-stack/postgres';
import { closeAfterRun } from './global-teardown.ts';
import { createTemplate } from './template.ts';

/** Starts one PostgreSQL for the test run and creates the template database. */
export default async function globalSetup(): Promise<void> {
  // Two projects of one run share the server.
  if (process.env.TEST_SERVER_URL) return;
  const dataDir = mkdtempSync(join(tmpdir(), 'dps-api-test-'));
  const server = await startPostgres({ dataDir, ephemeral: true });
  closeAfterRun(server);
  process.env.TEST_SERVER_URL = server.url;
  await createTemplate(server.url);
}
