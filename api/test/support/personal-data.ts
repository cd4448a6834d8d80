import { buffer } from 'node:stream/consumers';
import { randomUUID } from 'node:crypto';
import { paths } from '@dps/contract';
import { hashContent } from '../../src/platform/files/content-hash.ts';
import { openZip } from '../../src/platform/files/zip-file.ts';
import { startMailingServer, type MailingServer } from './mail.ts';
import type { TestServer } from './server.ts';
import type { TestUser } from './users.ts';

/** A server with a mailbox, and the background work with personal data. */
export interface PersonalDataServer extends MailingServer {
  /** Makes the exports that are due. */
  makeExports(): Promise<void>;
  /** Deletes the accounts that are due. */
  deleteAccounts(): Promise<void>;
}

// At once, instead of at the end of the time of grace.
const MAKE_DUE = `UPDATE pgboss.job SET start_after = now() WHERE name = 'account-deletion' AND state = 'created'`;

export async function startPersonalDataServer(): Promise<PersonalDataServer> {
  const server = await startMailingServer();
  return {
    ...server,
    makeExports: async () => {
      await server.runNow('data-export');
    },
    deleteAccounts: async () => {
      await server.dataSource.query(MAKE_DUE);
      await server.runNow('account-deletion');
    },
  };
}

/** Downloads the export of a user without decoding it. */
export async function downloadExport(server: TestServer, { client }: Pick<TestUser, 'client'>) {
  const response = await fetch(server.url + paths.exportFile(), { headers: { cookie: client.cookie ?? '' } });
  const { status, headers } = response;
  return { status, headers, content: Buffer.from(await response.arrayBuffer()) };
}

/** Returns the files of an archive by path. */
export async function unzip(archive: Buffer): Promise<Record<string, Buffer>> {
  const readAt = (at: number, length: number) => Promise.resolve(archive.subarray(at, at + length));
  const zip = await openZip({ size: archive.length, readAt });
  const files: Record<string, Buffer> = {};
  for await (const entry of zip.eachEntry())
    files[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry));
  return files;
}

/** Stores a finished export of a user without making it. */
export async function storeExport({ dataSource }: TestServer, userId: number): Promise<void> {
  const key = randomUUID();
  const content = Buffer.from('PK');
  await dataSource.query('INSERT INTO content_parts VALUES ($1, 0, $2)', [key, content]);
  const { sha256, blockHashes } = hashContent(content);
  await dataSource.query('INSERT INTO content_hashes VALUES ($1, $2, $3)', [key, sha256, blockHashes]);
  await dataSource.query(
    `WITH stored AS (
      INSERT INTO data_exports (user_id, completed_at, expires_at) VALUES ($1, now(), now() + interval '1 day')
      RETURNING id
    )
    INSERT INTO data_export_parts (export_id, part, size, content_store, content_key, content_sha256)
    SELECT id, 1, $3, 'database', $2, $4 FROM stored`,
    [userId, key, content.length, sha256],
  );
}
