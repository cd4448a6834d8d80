import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

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
export async function startSmtp({ store, refusalOf, onError }: SmtpOptions) {
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
