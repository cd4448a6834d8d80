import { LOG_POSITIONS_MAX } from '@dps/contract';
import { LogProblem } from './log-problem.ts';

/** The members of GeoJSON and GUTMA that readers use. All others are checked, but not kept. */
const MEMBERS: ReadonlySet<string> = new Set(
  (
    'type features geometry geometries coordinates properties coordinateProperties times coordTimes exchange message ' +
    'flight_logging flight_logging_keys flight_logging_items logging_start_dtg altitude_system'
  ).split(' '),
);
/** Maximum number of kept values: 16 for each position. */
const VALUES_MAX = 16 * LOG_POSITIONS_MAX;
/** Maximum length of a string that continues in the next piece. */
const STRING_MAX = 1 << 20;
/** A mark, or a string, number or name, after white space (RFC 8259). */
const TOKEN = /[\t\n\r ]*(?:([[\]{}:,])|("[^"\\]*(?:\\.[^"\\]*)*"|[-\d][-+.\deE]*|[a-z]+))/y;

type Kept = unknown[] | Record<string, unknown>;

interface Open {
  container: Kept;
  /** Whether the document has the container. */
  isKept: boolean;
  /** The member of an object that comes next. */
  key: string;
}

/** Kinds of the next token. `item` and `member` may also end an empty list or object. */
type Next = 'value' | 'item' | 'key' | 'member' | 'colon' | 'comma' | 'end';

/** Builds a document from its tokens. Each function throws `LogProblem` if the document is not JSON. */
class Document {
  root: unknown;
  #open: Open[] = [];
  #next: Next = 'value';
  #values = 0;

  get isComplete(): boolean {
    return this.#next === 'end';
  }

  mark(mark: string): void {
    const container = this.#open.at(-1)?.container;
    const isList = Array.isArray(container);
    if (mark === '[' || mark === '{') this.#enter(mark === '[' ? [] : {});
    else if (mark === ':') this.#require('colon', undefined, 'value');
    else if (mark === ',') this.#require('comma', undefined, isList ? 'value' : 'key');
    else {
      if (!container || isList !== (mark === ']')) throw new LogProblem('badJson');
      this.#require('comma', isList ? 'item' : 'member', 'comma');
      this.#open.pop();
      if (this.#open.length === 0) this.#next = 'end';
    }
  }

  literal(text: string): void {
    const value = parseLiteral(text);
    const top = this.#open.at(-1);
    if (top && (this.#next === 'key' || this.#next === 'member')) {
      if (typeof value !== 'string') throw new LogProblem('badJson');
      top.key = value;
      this.#next = 'colon';
    } else {
      this.#require('value', 'item', top ? 'comma' : 'end');
      this.#add(value);
    }
  }

  #require(expected: Next, other: Next | undefined, then: Next): void {
    if (this.#next !== expected && this.#next !== other) throw new LogProblem('badJson');
    this.#next = then;
  }

  #enter(container: Kept): void {
    this.#require('value', 'item', Array.isArray(container) ? 'item' : 'member');
    this.#open.push({ container, isKept: this.#add(container), key: '' });
  }

  /** Adds a value to the innermost container. Returns whether the document has the value then. */
  #add(value: unknown): boolean {
    const top = this.#open.at(-1);
    if (!top) this.root = value;
    else if (!top.isKept) return false;
    else if (Array.isArray(top.container)) top.container.push(value);
    else if (MEMBERS.has(top.key)) top.container[top.key] = value;
    else return false;
    this.#values += 1;
    if (this.#values > VALUES_MAX) throw new LogProblem('largeDocument');
    return true;
  }
}

function parseLiteral(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw new LogProblem('badJson');
  }
}

/** Reads the complete tokens of a text. Returns the rest, which can continue in the next piece. */
function readTokens(text: string, document: Document): string {
  let at = 0;
  for (;;) {
    TOKEN.lastIndex = at;
    const [token, mark, literal = ''] = TOKEN.exec(text) ?? [];
    // Numbers and names can continue.
    if (token === undefined || (at + token.length === text.length && /[^"]$/.test(literal))) break;
    if (mark === undefined) document.literal(literal);
    else document.mark(mark);
    at += token.length;
  }
  const rest = text.slice(at).trimStart();
  if (!/^(?:$|["\da-z-])/.test(rest)) throw new LogProblem('badJson');
  if (rest.length > STRING_MAX) throw new LogProblem('largeDocument');
  return rest;
}

/** Parses an object or list in JSON piece by piece. Returns it with those members that logs have. Throws `LogProblem`. */
export async function parseJson(pieces: AsyncIterable<string>): Promise<unknown> {
  const document = new Document();
  let rest = '';
  for await (const piece of pieces) rest = readTokens(rest + piece, document);
  if (!document.isComplete) throw new LogProblem('truncated');
  if (rest !== '') throw new LogProblem('badJson');
  return document.root;
}
