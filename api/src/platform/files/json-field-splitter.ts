import { DomainError } from '../errors/domain-error.ts';
import { JsonStringReader } from './json-string-reader.ts';

const [QUOTE, BACKSLASH, COMMA, COLON, OPEN_OBJECT, OPEN_ARRAY, CLOSE_OBJECT, CLOSE_ARRAY] =
  Buffer.from('"\\,:{[}]').values();

/** Maximum size of a body without its file, in bytes. */
const LONGEST_REST = 64 * 1024;
/** Replaces the content of the field in the rest. */
const PLACEHOLDER = 'AAAA';

/**
 * Splits a JSON text that arrives in parts. The string of one field of the outermost object is returned as it arrives,
 * and the rest is stored with a placeholder. The splitter reads only strings and nesting: the rest parses exactly if the
 * text is JSON.
 */
export class JsonFieldSplitter {
  private readonly kept = Buffer.allocUnsafe(LONGEST_REST);
  private keptLength = 0;
  private depth = 0;
  private inObject = false;
  private expects: 'key' | 'value' = 'value';
  /** Start of the current string in `kept`. */
  private stringStart: number | null = null;
  private afterBackslash = false;
  private keyIsField = false;
  private seen = false;
  private reader: JsonStringReader | null = null;
  private fieldIsEmpty = true;

  constructor(private readonly field: string) {}

  /** Returns the bytes of the field's string in this part. Throws `malformed_request` or `payload_too_large`. */
  push(part: Buffer): Buffer {
    let content = part.subarray(0, 0);
    for (let at = 0; at < part.length;) {
      if (!this.reader) {
        at = this.readRest(part, at);
        continue;
      }
      const read = this.reader.read(part.subarray(at));
      if (read.content.length > 0) {
        content = read.content;
        this.fieldIsEmpty = false;
      }
      if (read.ended) this.leaveField();
      at += read.taken;
    }
    return content;
  }

  /** Returns the text without the content of the field. */
  rest(): Buffer {
    return this.kept.subarray(0, this.keptLength);
  }

  /** Reads up to the content of the field or to the end. Returns the position after the read bytes. */
  private readRest(part: Buffer, start: number): number {
    for (let at = start; at < part.length; at += 1) {
      const byte = part.readUInt8(at);
      this.keep(byte);
      if (this.stringStart !== null) this.readString(byte, this.stringStart);
      else if (byte === QUOTE && this.fieldBegins()) return at + 1;
      else if (byte === QUOTE) this.stringStart = this.keptLength - 1;
      else this.readStructure(byte);
    }
    return part.length;
  }

  private readString(byte: number, start: number): void {
    if (this.afterBackslash) this.afterBackslash = false;
    else if (byte === BACKSLASH) this.afterBackslash = true;
    else if (byte === QUOTE) {
      this.stringStart = null;
      if (this.atField('key')) this.readKey(this.kept.toString('utf8', start, this.keptLength));
    }
  }

  private readKey(text: string): void {
    this.keyIsField = parseKey(text) === this.field;
    if (this.keyIsField && this.seen) throw new DomainError('malformed_request');
    this.seen ||= this.keyIsField;
  }

  private readStructure(byte: number): void {
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      this.depth += 1;
      if (this.depth === 1) {
        this.inObject = byte === OPEN_OBJECT;
        this.expects = 'key';
      }
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      this.depth -= 1;
    } else if (this.depth === 1 && byte === COMMA) {
      this.expects = 'key';
      this.keyIsField = false;
    } else if (this.depth === 1 && byte === COLON) {
      this.expects = 'value';
    }
  }

  private atField(part: 'key' | 'value'): boolean {
    return this.depth === 1 && this.inObject && this.expects === part;
  }

  private fieldBegins(): boolean {
    if (!this.keyIsField || !this.atField('value')) return false;
    this.reader = new JsonStringReader();
    return true;
  }

  private leaveField(): void {
    this.reader = null;
    this.keyIsField = false;
    for (const byte of Buffer.from(this.fieldIsEmpty ? '"' : `${PLACEHOLDER}"`)) this.keep(byte);
  }

  private keep(byte: number): void {
    if (this.keptLength === LONGEST_REST) throw new DomainError('payload_too_large');
    this.kept[this.keptLength] = byte;
    this.keptLength += 1;
  }
}

function parseKey(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DomainError('malformed_request', { cause: error });
  }
}
