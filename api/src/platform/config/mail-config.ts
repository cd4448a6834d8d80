import { isSender, isSmtpServer } from '@dps/contract/server';
import { string } from 'yup';
import { ConfigError, url, wholeNumber } from './variables.ts';

/** Settings of outgoing mail. */
export interface MailConfig {
  /** The SMTP server with its credentials: `smtps://user:password@host:465`. */
  smtpUrl: string;
  /** The sender: `Drone Pilot Surveys <mail@surveys.example>`. */
  from: string;
  /** Pause between two looks at the outbox. */
  everySeconds: number;
}

const SMTP = 'expected an address such as smtps://user:password@mail.example:465';
const SENDER = 'expected an address such as Drone Pilot Surveys <mail@surveys.example>';
const EVERY = 'expected a number of seconds from 1 to 3600';

export const mailVariables = {
  SMTP_URL: url(SMTP, isSmtpServer),
  MAIL_FROM: string().test('sender', SENDER, (value) => value === undefined || isSender(value)),
  MAIL_EVERY_SECONDS: wholeNumber(EVERY, 1, 3600).default(2),
};

interface Variables {
  SMTP_URL?: string | undefined;
  MAIL_FROM?: string | undefined;
  MAIL_EVERY_SECONDS: number;
}

/** Returns null if the deployment sends no mail. Throws ConfigError for a server without a sender. */
export function readMailConfig(variables: Variables): MailConfig | null {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from, MAIL_EVERY_SECONDS: everySeconds } = variables;
  if (smtpUrl === undefined) return null;
  if (from === undefined) throw new ConfigError(`MAIL_FROM: ${SENDER}, together with SMTP_URL`);
  return { smtpUrl, from, everySeconds };
}
