import { jobIn } from './jobs.ts';
import { startServer, type TestServer } from './server.ts';
import { createUser, type TestUser } from './users.ts';

/** A server with a job in progress, whose pilot can log flights. */
export interface FlightServer {
  server: TestServer;
  owner: TestUser;
  pilot: TestUser;
  jobId: number;
}

export async function startFlightServer(): Promise<FlightServer> {
  const server = await startServer();
  const owner = await createUser(server, 'client');
  const pilot = await createUser(server, 'pilot');
  const { id } = await jobIn(server, 'in-progress', { owner, pilot });
  return { server, owner, pilot, jobId: id };
}
