/** A part of a message: text or, with `href`, a link. */
export interface MessagePart {
  /** The place of its first character in the message. */
  at: number;
  text: string;
  href?: string;
  /** The host to which the link leads, if its text does not begin with it. */
  host?: string;
}

/** Ends at invisible characters too: those that change the direction could show another address than the one of the link. */
const CANDIDATE = /https?:\/\/[^\s\p{Cc}\p{Cf}<>"]+/giu;
const VISIBLE_ASCII = /^[!-~]+$/;
/** Punctuation that belongs to the sentence around the address. */
const AFTER_ADDRESS = new Set(".,;:!?'*_~]}’”»");

/** Removes the punctuation after an address, and a bracket that was opened before it. */
function withoutPunctuation(candidate: string): string {
  let end = candidate.length;
  const isOutside = (last: string) =>
    AFTER_ADDRESS.has(last) || (last === ')' && !candidate.slice(0, end).includes('('));
  while (isOutside(candidate.charAt(end - 1))) end -= 1;
  return candidate.slice(0, end);
}

/** Whether a reader sees the host of an address in its text: without a user name before it, and without other scripts. */
function showsHost(text: string, { protocol, host }: URL): boolean {
  const start = `${protocol}//${host}`;
  const rest = text.slice(start.length);
  return (
    VISIBLE_ASCII.test(text) && text.toLowerCase().startsWith(start) && (rest === '' || /^[/?#]/.test(rest))
  );
}

function linkOf(text: string): Omit<MessagePart, 'at'> | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  // A name before the host is a trick more often than an account.
  url.username = '';
  url.password = '';
  return { text, href: url.href, ...(!showsHost(text, url) && { host: url.host }) };
}

/** Splits the text of a message into texts and links. Only complete addresses of the web become links. */
export function messageParts(text: string): MessagePart[] {
  const parts: MessagePart[] = [];
  let end = 0;
  for (const { 0: candidate, index } of text.matchAll(CANDIDATE)) {
    const link = linkOf(withoutPunctuation(candidate));
    if (!link) continue;
    if (index > end) parts.push({ at: end, text: text.slice(end, index) });
    parts.push({ at: index, ...link });
    end = index + link.text.length;
  }
  if (end < text.length) parts.push({ at: end, text: text.slice(end) });
  return parts;
}
