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

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Returns whether the host of an address is a name of this machine. */
export const isLoopbackHost = (hostname: string): boolean => LOOPBACK_HOSTS.has(hostname);

/** The values that `isPublicOrigin` accepts, for messages: `expected …`. */
export const PUBLIC_ORIGIN_FORMAT =
  'an origin with https such as https://surveys.example, or one of this machine such as http://localhost:4200';

/** Returns whether a text is an origin at which users may reach the product: with TLS, or on this machine. */
export function isPublicOrigin(text: string): boolean {
  const url = URL.parse(text);
  return (
    url?.href === `${url?.origin}/` &&
    (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname)))
  );
}

const USER_ID = /^[1-9]\d{0,8}$/;

/** Returns whether a text is the id of a user. */
export const isUserId = (text: string): boolean => USER_ID.test(text);

/** A text such as `replace-with-a-password`, or the release key that the example settings once contained. */
const PLACEHOLDER = /replace(?:[-_][a-z]+)+|MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=/;

/**
 * Returns a sentence for each setting with a placeholder of the example settings in `deploy`.
 *
 * @param names settings of the process. Other variables of its environment are ignored
 */
export function placeholderProblems(
  environment: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): string[] {
  return names.flatMap((name) => {
    const [found] = PLACEHOLDER.exec(environment[name] ?? '') ?? [];
    return found === undefined
      ? []
      : [`${name}: expected a value of your own instead of the placeholder ${found} of the example settings`];
  });
}
