import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { hashPassword } from '../../src/platform/auth/password-hash.ts';
import { SessionService } from '../../src/modules/auth/session.service.ts';
import { startPayingServer, type PayingServer } from '../support/payments.ts';
import { PASSWORD } from '../support/users.ts';

export interface FuzzServer extends PayingServer {
  /** Opens a session without a login, which would hash a password. Returns its cookie. */
  openSession(userId: number): Promise<string>;
  /** The password hash of all users. */
  passwordHash: string;
}

/** The API with a payment sandbox and fast ways to create thousands of users. */
const FUZZER = { device: null, network: '127.0.0.1' };

export async function startFuzzServer(): Promise<FuzzServer> {
  const apps: NestFastifyApplication[] = [];
  const server = await startPayingServer({ prepare: (app) => void apps.push(app) });
  const [app] = apps;
  if (!app) throw new Error('The server was not prepared');
  const sessions = app.get(SessionService);
  return {
    ...server,
    passwordHash: await hashPassword(PASSWORD),
    openSession: async (userId) => `dps_session=${await sessions.open(userId, undefined, FUZZER)}`,
  };
}
