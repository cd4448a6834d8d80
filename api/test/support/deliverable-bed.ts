import { deliverableListView, paths, type DeliverableView } from '@dps/contract';
import { expectView } from './client.ts';
import { jobIn } from './jobs.ts';
import { startObjectStore } from './object-store.ts';
import { startServer, type TestServer } from './server.ts';
import { createUser, type TestUser } from './users.ts';

/** A server with one of the stores, a client, and the pilot of the client's jobs. */
export interface DeliverableBed {
  server: TestServer;
  owner: TestUser;
  pilot: TestUser;
  /** Creates a job in progress. Returns its id. */
  newJob(): Promise<number>;
  /** Reads the deliverables of a job. */
  list(user: TestUser, jobId: number): Promise<DeliverableView[]>;
  storedContents(): Promise<number>;
  /** Removes all jobs and their contents. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export async function startDeliverableBed(store: 'database' | 's3'): Promise<DeliverableBed> {
  const objects = store === 's3' ? await startObjectStore() : null;
  const server = await startServer({ attachments: { store, s3: objects?.config ?? null } });
  const owner = await createUser(server, 'client');
  const pilot = await createUser(server, 'pilot');
  return {
    server,
    owner,
    pilot,
    newJob: async () => (await jobIn(server, 'in-progress', { owner, pilot })).id,
    list: async ({ client }, jobId) =>
      expectView(await client.get(paths.deliverables(jobId)), 200, deliverableListView),
    storedContents: async () => {
      if (objects) return objects.objects().length;
      const [row] = await server.dataSource.query<{ count: number }[]>(
        'SELECT count(DISTINCT content_key)::int AS count FROM content_parts',
      );
      return row?.count ?? 0;
    },
    clear: async () => {
      await server.dataSource.query('DELETE FROM jobs');
      await server.runNow('content-sweep');
    },
    close: async () => {
      await server.close();
      await objects?.close();
    },
  };
}
