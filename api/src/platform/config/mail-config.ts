import { isSender, isSmtpServer } from '@dps/contract/server';
import { string } from 'yup';
import { ConfigError, url } from './variables.ts';

/** Settings of outgoing mail. */
export interface MailConfig {
  /** The SMTP server with its credentials: `smtps://user:password@host:465`. */
  smtpUrl: string;
  /** The sender: `Drone Pilot Surveys <mail@surveys.example>`. */
  from: string;
}

const SMTP = 'expected an address such as smtps://user:password@mail.example:465';
const SENDER = 'expected an address such as Drone Pilot Surveys <mail@surveys.example>';

export const mailVariables = {
  SMTP_URL: url(SMTP, isSmtpServer),
  MAIL_FROM: string().test('sender', SENDER, (value) => value === undefined || isSender(value)),
};

interface Variables {
  SMTP_URL?: string | undefined;
  MAIL_FROM?: string | undefined;
}

/** Returns null if the deployment does not send mail. Throws ConfigError for a server without a sender. */
export function readMailConfig(variables: Variables): MailConfig | null {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from } = variables;
  if (smtpUrl === undefined) return null;
  if (from === undefined) throw new ConfigError(`MAIL_FROM: ${SENDER}, together with SMTP_URL`);
  return { smtpUrl, from };
}
