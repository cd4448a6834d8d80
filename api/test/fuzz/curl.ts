interface Request {
  method: string;
  url: string;
  cookie: string | null;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
}

const LONGEST_BODY = 3000;

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Formats a request as a curl command with the sender as a comment. A long body is truncated. */
export function toCurl({ method, url, cookie, headers, body }: Request, sender: string): string {
  const given = { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers };
  const parts = [
    `curl -X ${method} ${quoted(url)}`,
    ...(cookie ? [`-H ${quoted(`cookie: ${cookie}`)}`] : []),
    ...Object.entries(given).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body.slice(0, LONGEST_BODY))}`]),
  ];
  const cut =
    body !== undefined && body.length > LONGEST_BODY ? `, the body has ${body.length} characters` : '';
  return `${parts.join(' ')} # ${sender}${cut}`;
}
