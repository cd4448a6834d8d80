/** An address alone, or a name without quotes and the address. */
const SENDER = /^(?:[^<>"@,;\r\n]+ )?<?[^\s<>"@,;]+@[^\s<>"@,;]+>?$/;

/** Whether an address is that of an SMTP server: `smtps://user:password@mail.example:465`. */
export function isSmtpServer({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean {
  return /^smtps?:$/.test(protocol) && hostname !== '';
}

/**
 * Whether a text names one sender of mail: `Drone Pilot Surveys <mail@surveys.example>`. A comma would begin a second address, and a
 * line break another header.
 */
export function isSender(text: string): boolean {
  return SENDER.test(text);
}
