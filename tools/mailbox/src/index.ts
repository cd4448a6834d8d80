import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import Fastify from 'fastify';
import { SMTPServer } from 'smtp-server';
import { MailFolder, type ReceivedMail } from './mail-folder.ts';
import { listPage, MAILBOX_PATH, mailPage, missingPage, PAGE_POLICY } from './page.ts';

/** The answer to a mail that the server does not accept: 4xx for now, 5xx for good. */
export interface Refusal {
  code: number;
  text: string;
}

const MOST_BYTES = 10 * 1024 * 1024;

interface SmtpOptions {
  /** Stores a mail before the server confirms it. */
  store: (content: Buffer) => Promise<void>;
  /** Returns why the server refuses a recipient, or null. */
  refusalOf: (recipient: string) => Refusal | null;
  onError: (error: unknown) => void;
}

const refusalError = ({ code, text }: Refusal) => Object.assign(new Error(text), { responseCode: code });

/** Starts an SMTP server on a free loopback port, without TLS and accounts. */
async function startSmtp({ store, refusalOf, onError }: SmtpOptions) {
  const confirm = async (stream: Readable, done: (error: Error | null) => void): Promise<void> => {
    let refusal: Error | null = null;
    try {
      await store(await buffer(stream));
    } catch (error) {
      onError(error);
      refusal = refusalError({ code: 451, text: 'The mailbox cannot store the mail' });
    }
    done(refusal);
  };
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: MOST_BYTES,
    logger: false,
    disableReverseLookup: true,
    onRcptTo: ({ address }, _session, done) => {
      const refusal = refusalOf(address);
      done(refusal && refusalError(refusal));
    },
    onData: (stream, _session, done) => {
      void confirm(stream, done);
    },
  });
  // A client that disconnects in the middle of a mail sends it again.
  server.on('error', onError);
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (typeof address !== 'object' || !address) throw new Error('The mailbox has no port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

export type { ReceivedMail } from './mail-folder.ts';

const SHOWN = 100;

interface MailboxOptions {
  /** Folder that keeps the mails. Created if missing. */
  folder: string;
  /** Called with errors that no client receives. */
  onError?: (error: unknown) => void;
}

/** A running mailbox. */
export interface Mailbox {
  /** Address of the SMTP server: `smtp://127.0.0.1:2525`. */
  smtpUrl: string;
  /** Address of the HTTP server, which serves the pages at `/mailbox`. */
  url: string;
  /** Returns the newest mails, newest first. */
  mails(): Promise<ReceivedMail[]>;
  /** Makes the SMTP server refuse recipients; null accepts all again. */
  refuse(refusalOf: ((recipient: string) => Refusal | null) | null): void;
  close(): Promise<void>;
}

function warn(error: unknown): void {
  process.emitWarning(`Mailbox: ${error instanceof Error ? error.message : String(error)}`);
}

function createPages(folder: MailFolder) {
  const app = Fastify({ forceCloseConnections: true });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers({
      'cache-control': 'no-store',
      'content-security-policy': PAGE_POLICY,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    });
    reply.type('text/html; charset=utf-8');
    done();
  });
  app.get(MAILBOX_PATH, async (_request, reply) => reply.send(listPage(await folder.newest(SHOWN))));
  app.get<{ Params: { id: string } }>(`${MAILBOX_PATH}/:id`, async (request, reply) => {
    const mail = await folder.find(Number(request.params.id));
    return mail ? reply.send(mailPage(mail)) : reply.code(404).send(missingPage());
  });
  return app;
}

/**
 * Starts an SMTP server on a free loopback port that keeps all mail in a folder, and pages that show it. A mailbox is for local
 * products only, because every process of the machine can send to it and read it.
 */
export async function startMailbox({ folder, onError = warn }: MailboxOptions): Promise<Mailbox> {
  const mails = await MailFolder.open(folder);
  let refusalOf: (recipient: string) => Refusal | null = () => null;
  const smtp = await startSmtp({
    store: (content) => mails.add(content),
    refusalOf: (recipient) => refusalOf(recipient),
    onError,
  });
  const pages = createPages(mails);
  const url = await pages.listen({ host: '127.0.0.1', port: 0 });
  return {
    smtpUrl: smtp.url,
    url,
    mails: () => mails.newest(SHOWN),
    refuse: (next) => {
      refusalOf = next ?? (() => null);
    },
    close: async () => {
      await pages.close();
      await smtp.close();
    },
  };
}
