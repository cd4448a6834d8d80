import { closeServer } from './running-server.ts';

export default async function globalTeardown(): Promise<void> {
  await closeServer();
}
