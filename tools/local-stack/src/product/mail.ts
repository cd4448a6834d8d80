import { startMailbox } from '@dps/mailbox';

/** A mail server, and the sender of the product's mail. */
export interface SmtpServer {
  url: string;
  from: string;
}

/** Mail settings of the product. */
export interface Mail {
  /** Environment variables of the API. */
  environment: Record<string, string>;
  /** Address of the pages of the mailbox. Absent without one. */
  mailbox?: string;
  close(): Promise<void>;
}

interface MailOptions {
  /** Null for no mail. */
  smtp: SmtpServer | null | undefined;
  /** True if only this machine reaches the product. */
  isLocal: boolean;
  /** Folder of the mailbox. */
  folder: string;
  onError: (error: unknown) => void;
}

/**
 * Configures the given mail server. Without one, starts a mailbox, which shows the links of all users to any reader. A product that
 * others reach has none, and then does not send mail.
 */
export async function openMail({ smtp, isLocal, folder, onError }: MailOptions): Promise<Mail> {
  const close = async () => undefined;
  if (smtp) return { environment: { SMTP_URL: smtp.url, MAIL_FROM: smtp.from }, close };
  if (smtp === null || !isLocal) return { environment: { SMTP_URL: '' }, close };
  const mailbox = await startMailbox({ folder, onError });
  const environment = {
    SMTP_URL: mailbox.smtpUrl,
    MAIL_FROM: 'Drone Pilot Surveys <mail@localhost>',
  };
  return { environment, mailbox: mailbox.url, close: () => mailbox.close() };
}
