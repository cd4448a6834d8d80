import Fastify from 'fastify';
import { MailFolder, type ReceivedMail } from './mail-folder.ts';
import { listPage, MAILBOX_PATH, mailPage, missingPage, PAGE_POLICY } from './page.ts';
import { startSmtp, type Refusal } from './smtp.ts';

export type { ReceivedMail } from './mail-folder.ts';
export type { Refusal } from './smtp.ts';

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
