import { attachmentView, paths, type JobStatus } from '@dps/contract';
import { expectView, type Answer, type TestClient } from '../support/client.ts';
import { upload } from '../support/files.ts';
import { jobIn } from '../support/jobs.ts';
import type { PayingServer } from '../support/payments.ts';
import type { TestUser } from '../support/users.ts';

/** The server and the users of the calls. */
export interface World {
  server: PayingServer;
  owner: TestUser;
  pilot: TestUser;
  /** Without a session. */
  anonymous: TestClient;
}

export type Call = () => Promise<Pick<Answer, 'status'>>;

export interface Cost {
  route: string;
  /** The case, if the cases of a route differ. */
  when?: string;
  /** SQL statements, including the session query, the count of a write, BEGIN and COMMIT. */
  statements: number;
  /** Prepares the data and returns the call. */
  prepare: (world: World) => Promise<Call> | Call;
}

/** A call without preparation. */
export const direct = (call: (world: World) => Promise<Answer>) => (world: World) => () => call(world);

/** Creates a job of the world's users. */
export const job = (world: World, status: JobStatus) => jobIn(world.server, status, world);

/** Attaches a file to a job. Resolves with its id. */
export async function attach({ owner }: World, jobId: number): Promise<number> {
  return expectView(await owner.client.post(paths.attachments(jobId), upload()), 201, attachmentView).id;
}
