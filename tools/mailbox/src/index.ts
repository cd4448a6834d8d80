import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import Fastify from 'fastify';
import PostalMime, { type Address } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { listPage, MAILBOX_PATH, mailPage, PAGE_POLICY, type ReceivedMail } from './page.ts';

export type { ReceivedMail } from './page.ts';

/** The response to a mail that the server does not accept: 4xx for now, 5xx for good. */
interface Refusal {
  code: number;
  text: string;
}

const SHOWN = 100;
const MOST_BYTES = 10 * 1024 * 1024;
const MAIL_FILE = /^(\d{6})\.eml$/;

const fileOf = (id: number, extension = 'eml'): string => `${String(id).padStart(6, '0')}.${extension}`;

/** Opens a folder of mails, one file each, in the format of RFC 5322. Creates a missing folder. */
async function openFolder(folder: string) {
  await mkdir(folder, { recursive: true });
  const ids = async (): Promise<number[]> =>
    (await readdir(folder)).flatMap((name) => Number(MAIL_FILE.exec(name)?.[1] ?? 0) || []);
  let last = Math.max(0, ...(await ids()));

  const read = async (id: number): Promise<ReceivedMail> => {
    const email = await PostalMime.parse(await readFile(join(folder, fileOf(id))));
    const addressOf = (address: Address | undefined): string => address?.address ?? '';
    return {
      id,
      subject: email.subject ?? '',
      from: addressOf(email.from),
      to: (email.to ?? []).map(addressOf).join(', '),
      date: email.date ?? '',
      messageId: email.messageId ?? '',
      text: email.text ?? '',
      html: email.html ?? '',
      headers: Object.fromEntries(email.headers.map(({ key, value }) => [key, value])),
    };
  };

  return {
    /** Stores a mail. After this call it survives a crash of the process. */
    async add(content: Buffer): Promise<void> {
      const id = (last += 1);
      // A reader never gets half a file.
      await writeFile(join(folder, fileOf(id, 'part')), content);
      await rename(join(folder, fileOf(id, 'part')), join(folder, fileOf(id)));
    },
    /** Returns the newest mails, newest first. */
    async newest(): Promise<ReceivedMail[]> {
      return Promise.all(
        (await ids())
          .toSorted((a, b) => b - a)
          .slice(0, SHOWN)
          .map(read),
      );
    },
    /** Returns a mail, or null if there is none with this number. */
    find: async (id: number): Promise<ReceivedMail | null> => ((await ids()).includes(id) ? read(id) : null),
  };
}

type MailFolder = Awaited<ReturnType<typeof openFolder>>;

const refusalError = ({ code, text }: Refusal) => Object.assign(new Error(text), { responseCode: code });

/** Starts an SMTP server on a free loopback port, without TLS and accounts. It stores a mail before it confirms it. */
async function startSmtp(
  mails: MailFolder,
  refusalOf: (recipient: string) => Refusal | null,
  onError: (error: unknown) => void,
) {
  const store = async (stream: Readable): Promise<Error | null> => {
    try {
      await mails.add(await buffer(stream));
      return null;
    } catch (error) {
      onError(error);
      return refusalError({ code: 451, text: 'The mailbox cannot store the mail' });
    }
  };
  const confirm = async (stream: Readable, done: (error: Error | null) => void): Promise<void> =>
    done(await store(stream));
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

function createPages(mails: MailFolder) {
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
  app.get(MAILBOX_PATH, async (_request, reply) => reply.send(listPage(await mails.newest())));
  app.get<{ Params: { id: string } }>(`${MAILBOX_PATH}/:id`, async (request, reply) => {
    const mail = await mails.find(Number(request.params.id));
    return mail ? reply.send(mailPage(mail)) : reply.code(404).send('There is no such mail.');
  });
  return app;
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

/**
 * Starts an SMTP server on a free loopback port that keeps all mail in a folder, and pages that show it. A mailbox is for local
 * products only, because every process of the machine can send to it and read it.
 *
 * @param onError called with errors that no client receives
 */
export async function startMailbox({
  folder,
  onError = warn,
}: {
  folder: string;
  onError?: (error: unknown) => void;
}): Promise<Mailbox> {
  const mails = await openFolder(folder);
  let refusalOf: ((recipient: string) => Refusal | null) | null = null;
  const smtp = await startSmtp(mails, (recipient) => refusalOf?.(recipient) ?? null, onError);
  const pages = createPages(mails);
  const url = await pages.listen({ host: '127.0.0.1', port: 0 });
  return {
    smtpUrl: smtp.url,
    url,
    mails: () => mails.newest(),
    refuse: (next) => {
      refusalOf = next;
    },
    close: async () => {
      await pages.close();
      await smtp.close();
    },
  };
}
