import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMailbox, type Mailbox, type ReceivedMail } from '@dps/mailbox';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DestinationStream } from 'pino';
import type { Config } from '../../src/platform/config/config.ts';
import { Metrics } from '../../src/platform/metrics/metrics.ts';
import { startServer, type TestServer } from './server.ts';

/** A server that sends its mail to a mailbox. */
export interface MailingServer extends TestServer {
  mailbox: Mailbox;
  /** Sends what is due. Returns all mails to an address, the last one that was written first. */
  mailsTo(address: string): Promise<ReceivedMail[]>;
  /** The values of a metric by the value of its label. */
  metric(name: string): Promise<Record<string, number>>;
}

/** The token of the link to a page in the newest mail to an address. */
export async function mailedToken(server: MailingServer, page: string, address: string): Promise<string> {
  const [mail] = await server.mailsTo(address);
  const link = `http://localhost:4200/${page}#`;
  const [, token = ''] = new RegExp(`^${link}(\\S+)$`, 'm').exec(mail?.text ?? '') ?? [];
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(mail?.html).toContain(`href="${link}${token}"`);
  return token;
}

export const SENDER = 'Drone Pilot Surveys <mail@surveys.example>';

/** Returns the number of a mail in the outbox. */
const outboxId = ({ messageId }: ReceivedMail): number => Number(/\d+/.exec(messageId)?.[0]);

/** Starts the API with a mailbox. Nothing is sent until a test reads the mails. */
export async function startMailingServer(
  overrides: Partial<Config> = {},
  prepare?: (app: NestFastifyApplication) => void,
  log?: DestinationStream,
): Promise<MailingServer> {
  const folder = mkdtempSync(join(tmpdir(), 'api-mailbox-'));
  const mailbox = await startMailbox({ folder });
  let metrics: Metrics | undefined;
  let sending: Promise<unknown> = Promise.resolve();
  const server = await startServer(
    { mail: { smtpUrl: mailbox.smtpUrl, from: SENDER }, ...overrides },
    {
      prepare: (app) => {
        metrics = app.get(Metrics);
        prepare?.(app);
      },
      ...(log && { log }),
    },
  );
  return {
    ...server,
    mailbox,
    mailsTo: async (address) => {
      // Another run finds no job that this one is sending.
      sending = sending.then(() => server.runNow('mail'));
      await sending;
      // Mails of one run are sent side by side, so they arrive in any order.
      return (await mailbox.mails())
        .filter(({ to }) => to === address)
        .toSorted((one, other) => outboxId(other) - outboxId(one));
    },
    metric: async (name) => {
      const metric = await metrics?.registry.getSingleMetric(name)?.get();
      return Object.fromEntries(
        (metric?.values ?? []).map(({ labels, value }) => [Object.values(labels).join(), value]),
      );
    },
    close: async () => {
      await server.close();
      await mailbox.close();
      rmSync(folder, { recursive: true });
    },
  };
}
