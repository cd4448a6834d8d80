import { DomainError } from '../errors/domain-error.ts';

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const ESCAPED = new Map(
  Object.entries({ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }),
);
const UNICODE_LENGTH = '\\u0000'.length;
/** Replaces any character beyond ASCII. UTF-8 never contains this byte. */
const NOT_ASCII = 0xff;

interface Read {
  /** The unescaped bytes of the string. Escapes beyond ASCII all become NOT_ASCII. */
  content: Buffer;
  /** Number of bytes of the part that belong to the string, including the closing quote. */
  taken: number;
  ended: boolean;
}

/** Reads the content of a JSON string that arrives in parts. */
export class JsonStringReader {
  /** The incomplete escape at the end of the previous part. */
  private escape = '';

  /** Reads up to the closing quote or the end of the part. Throws `malformed_request` for an invalid escape. */
  read(part: Buffer): Read {
    const quote = part.indexOf(QUOTE);
    const end = quote < 0 ? part.length : quote;
    const plain = this.escape === '' && !part.subarray(0, end).includes(BACKSLASH);
    if (!plain) return this.readEscaped(part);
    return { content: part.subarray(0, end), taken: quote < 0 ? end : end + 1, ended: quote >= 0 };
  }

  private readEscaped(part: Buffer): Read {
    const content = Buffer.allocUnsafe(part.length);
    let length = 0;
    for (const [at, byte] of part.entries()) {
      if (this.escape !== '') {
        const resolved = this.resolve(byte);
        if (resolved !== null) content[length++] = resolved;
      } else if (byte === QUOTE) {
        return { content: content.subarray(0, length), taken: at + 1, ended: true };
      } else if (byte === BACKSLASH) {
        this.escape = '\\';
      } else {
        content[length++] = byte;
      }
    }
    return { content: content.subarray(0, length), taken: part.length, ended: false };
  }

  /** Returns the byte of an escape that ends with `byte`, or null while the escape is incomplete. */
  private resolve(byte: number): number | null {
    this.escape += String.fromCharCode(byte);
    const { escape } = this;
    if (escape.startsWith('\\u') && escape.length < UNICODE_LENGTH) return null;
    this.escape = '';
    const short = ESCAPED.get(escape.slice(1));
    if (short !== undefined) return short.charCodeAt(0);
    if (!/^\\u[\da-f]{4}$/i.test(escape)) throw new DomainError('malformed_request');
    const code = Number.parseInt(escape.slice(2), 16);
    return code < 0x80 ? code : NOT_ASCII;
  }
}
