import { DomainError } from '../errors/domain-error.ts';

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const ESCAPED = new Map(
  Object.entries({ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }),
);
const UNICODE_LENGTH = '\\u0000'.length;
/** Stands for any character beyond ASCII: a byte that UTF-8 does not have. */
const NOT_ASCII = 0xff;

interface Read {
  /** The bytes of the string, with its escapes resolved; those beyond ASCII are not told apart. */
  content: Buffer;
  /** How many bytes of the part belong to the string, its closing quote among them. */
  taken: number;
  ended: boolean;
}

/** Reads the inside of a JSON string that comes in parts. */
export class JsonStringReader {
  /** An escape that has begun and not ended. */
  private escape = '';

  /** Reads on up to the closing quote or the end of the part. Throws `malformed_request` for an escape that is none. */
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

  /** The byte of an escape that ends with this one; null while it goes on. */
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
