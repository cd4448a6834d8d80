import { isLoopbackHost } from '@dps/contract/server';
import { createTransport } from 'nodemailer';
import { number, object, string } from 'yup';
import type { MailConfig } from '../../platform/config/mail-config.ts';
import type { MailMessage } from './mail-message.ts';

// Together shorter than the maximum time of an attempt.
const CONNECT_WITHIN_MS = 10_000;
const RESPONSE_WITHIN_MS = 20_000;

/** A mail that the server has not accepted. The message contains codes and no address. */
export class SendFailure extends Error {
  /** @param isFinal true if the server refuses this mail for good */
  constructor(
    codes: string,
    readonly isFinal: boolean,
    cause: unknown,
  ) {
    super(codes, { cause });
  }
}

export interface SentMail extends MailMessage {
  to: { name: string; address: string };
  messageId: string;
  /** The time of the cause. */
  date: Date;
  /** The address of the call that switches the mail off (RFC 8058), in the mails that can be. */
  unsubscribe?: string;
}

/** Programs that reply to mails automatically do not reply to these (RFC 3834). */
const HEADERS = { 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'All' };

/** An error of the library. */
const smtpError = object({ code: string().default('unknown'), responseCode: number().default(0) });

function toFailure(error: unknown): SendFailure {
  const { code, responseCode: status } = smtpError.cast({ ...Object(error) });
  const concernsMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  // Without a status, the library has found no valid recipient.
  const isFinal = concernsMail && (status === 0 || status >= 500);
  return new SendFailure([code, status || []].flat().join(' '), isFinal, error);
}

/** Opens the connection to the mail server for each mail. TLS is required, except on this machine. */
export function createSmtpTransport({ smtpUrl, from }: Pick<MailConfig, 'smtpUrl' | 'from'>) {
  const transport = createTransport(
    {
      url: smtpUrl,
      requireTLS: !isLoopbackHost(new URL(smtpUrl).hostname),
      connectionTimeout: CONNECT_WITHIN_MS,
      greetingTimeout: CONNECT_WITHIN_MS,
      socketTimeout: RESPONSE_WITHIN_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from, headers: HEADERS },
  );
  return {
    /** Resolves when the server has accepted the mail. Throws SendFailure. */
    async send({ unsubscribe, ...mail }: SentMail): Promise<void> {
      const list = unsubscribe && {
        headers: {
          ...HEADERS,
          'list-unsubscribe': `<${unsubscribe}>`,
          'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
        },
      };
      try {
        await transport.sendMail({ ...mail, ...list });
      } catch (error) {
        throw toFailure(error);
      }
    },
  };
}
export type SmtpTransport = ReturnType<typeof createSmtpTransport>;
