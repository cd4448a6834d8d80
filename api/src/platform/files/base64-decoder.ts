const PADDING = '='.charCodeAt(0);
// Node's decoder also accepts the base64url alphabet.
const URL_LETTERS = ['-'.charCodeAt(0), '_'.charCodeAt(0)] as const;

/** Decodes a content that arrives in parts. */
export interface ContentDecoder {
  /** Returns the bytes of the next part. They are valid until the next call. */
  push(text: Buffer): Buffer;
  /** Returns the last bytes, or null if the text was invalid. */
  end(): Buffer | null;
}

/** A content that arrives without an encoding. */
export const IDENTITY: ContentDecoder = { push: (bytes) => bytes, end: () => Buffer.alloc(0) };

/** Strict base64 (RFC 4648, section 4): standard alphabet, padded, without other characters. */
export class Base64Decoder implements ContentDecoder {
  private valid = true;
  /** Up to three characters of an incomplete group of four. */
  private carry = '';
  private paddingLength = 0;
  private decoded = Buffer.alloc(0);

  push(text: Buffer): Buffer {
    const at = text.indexOf(PADDING);
    const letters = at < 0 ? text : text.subarray(0, at);
    if (letters.length > 0 && this.paddingLength > 0) this.valid = false;
    if (at >= 0) {
      this.paddingLength += text.length - at;
      if (text.subarray(at).some((byte) => byte !== PADDING)) this.valid = false;
    }
    return this.decode(letters);
  }

  end(): Buffer | null {
    const { carry, paddingLength } = this;
    const complete = carry === '' && paddingLength === 0;
    const padded = carry.length >= 2 && carry.length + paddingLength === 4;
    if (!this.valid || !(complete || padded)) return null;
    const last = Buffer.from(carry, 'base64');
    return last.length === Math.floor((carry.length * 3) / 4) ? last : null;
  }

  private decode(letters: Buffer): Buffer {
    if (URL_LETTERS.some((letter) => letters.includes(letter))) this.valid = false;
    if (!this.valid) return this.decoded.subarray(0, 0);
    // One buffer for all parts: allocating one per part costs more than decoding.
    if (this.decoded.length < letters.length + 3) this.decoded = Buffer.allocUnsafe(letters.length + 3);
    const completing = (4 - this.carry.length) % 4;
    const first = this.carry + letters.toString('latin1', 0, completing);
    if (first.length % 4 !== 0) {
      this.carry = first;
      return this.decoded.subarray(0, 0);
    }
    const end = letters.length - ((letters.length - completing) % 4);
    const start = this.write(first, 0);
    const bytes = start + this.write(letters.toString('latin1', completing, end), start);
    this.carry = letters.toString('latin1', end);
    return this.decoded.subarray(0, bytes);
  }

  /** Decodes complete groups of four and returns the number of bytes. Invalid characters yield fewer bytes. */
  private write(letters: string, at: number): number {
    const bytes = this.decoded.write(letters, at, 'base64');
    if (bytes !== (letters.length / 4) * 3) this.valid = false;
    return bytes;
  }
}

/** Maximum length of a data URL's prefix. */
const LONGEST_PREFIX = 64;
const COMMA = ','.charCodeAt(0);

/** A base64 data URL (RFC 2397) whose prefix, up to the comma, matches a pattern. */
export class DataUrlDecoder implements ContentDecoder {
  private readonly base64 = new Base64Decoder();
  private prefix = '';
  private state: 'prefix' | 'content' | 'refused' = 'prefix';

  constructor(private readonly pattern: RegExp) {}

  push(text: Buffer): Buffer {
    return this.base64.push(this.state === 'prefix' ? this.takePrefix(text) : text);
  }

  end(): Buffer | null {
    const last = this.base64.end();
    return this.state === 'content' ? last : null;
  }

  private takePrefix(text: Buffer): Buffer {
    const at = text.indexOf(COMMA);
    const room = LONGEST_PREFIX - this.prefix.length;
    this.prefix += text.toString('latin1', 0, Math.min(at < 0 ? text.length : at + 1, room));
    if (this.prefix.endsWith(',')) {
      this.state = this.pattern.test(this.prefix) ? 'content' : 'refused';
      return text.subarray(at + 1);
    }
    if (this.prefix.length >= LONGEST_PREFIX) this.state = 'refused';
    return text.subarray(0, 0);
  }
}
