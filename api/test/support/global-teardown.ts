import { closeServer } from './running-server.ts';

export default async function globalTeardown(): Promise<void> {
  await closeServer();
  delete process.env.TEST_SERVER_URL;
}
