import { deliverableListView, paths, type DeliverableView } from '@dps/contract';
import { ContentSweep } from '../../src/modules/attachments/content/content-sweep.ts';
import { Housekeeping } from '../../src/platform/housekeeping/housekeeping.ts';
import { expectView } from './client.ts';
import { jobIn } from './jobs.ts';
import { startObjectStore } from './object-store.ts';
import { startServer, type TestServer } from './server.ts';
import { createUser, type TestUser } from './users.ts';

/** A server with one of the stores, a client, and the pilot of the client's jobs. */
export interface DeliverableBed {
  server: TestServer;
  sweep: ContentSweep;
  housekeeping: Housekeeping;
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
  const services = Promise.withResolvers<Pick<DeliverableBed, 'sweep' | 'housekeeping'>>();
  const server = await startServer(
    { attachments: { store, s3: objects?.config ?? null } },
    {
      prepare: (app) =>
        services.resolve({ sweep: app.get(ContentSweep), housekeeping: app.get(Housekeeping) }),
    },
  );
  const { sweep, housekeeping } = await services.promise;
  const owner = await createUser(server, 'client');
  const pilot = await createUser(server, 'pilot');
  return {
    server,
    sweep,
    housekeeping,
    owner,
    pilot,
    newJob: async () => (await jobIn(server, 'in-progress', { owner, pilot })).id,
    list: async ({ client }, jobId) =>
      expectView(await client.get(paths.deliverables(jobId)), 200, deliverableListView),
    storedContents: async () => {
      if (objects) return objects.objects().length;
      const [row] = await server.dataSource.query<{ count: number }[]>(
        'SELECT count(DISTINCT content_key)::int AS count FROM attachment_parts',
      );
      return row?.count ?? 0;
    },
    clear: async () => {
      await server.dataSource.query('DELETE FROM jobs');
      await sweep.sweep();
    },
    close: async () => {
      await server.close();
      await objects?.close();
    },
  };
}
