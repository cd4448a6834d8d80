import { types } from 'node:util';

/** What the log says of an error: enough to find its cause, nothing of what people sent. */
export interface LoggedError {
  type: string;
  message: string;
  /** The calls alone: V8 puts the message in front of them. */
  stack?: string;
  /** Facts of the errors of Node and PostgreSQL that name things of ours, never values. */
  [fact: string]: unknown;
  cause?: LoggedError;
}

/**
 * The properties that are logged. Libraries hang much more on their errors: the parameters of a query, the row that broke a
 * constraint, the body and the headers of a request.
 */
const FACTS = [
  'code',
  'errno',
  'syscall',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'query',
  'statusCode',
] as const;

const MOST_CAUSES = 4;
const LONGEST_MESSAGE = 1000;
const LONGEST_FACT = 2000;

/** SQLSTATE class 22: the value that PostgreSQL could not use is in the message. */
const DATA_EXCEPTION = /^22\w{3}$/;
/** Line breaks and controls that JSON leaves as they are, and marks that turn the direction of what is read. */
const INVISIBLE = /[\u007F-\u009F\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

const hex = (sign: string) => String.raw`\u` + sign.charCodeAt(0).toString(16).padStart(4, '0');

/** A text in which nothing can pass for the end of a line. */
function visible(text: string, longest: number): string {
  return text.slice(0, longest).replace(INVISIBLE, hex);
}

function messageOf(error: Error): string {
  if (error.name === 'SyntaxError' && error.message.includes('JSON')) return 'A text is not valid JSON';
  if (DATA_EXCEPTION.test(String(Reflect.get(error, 'code')))) return 'PostgreSQL could not use a value';
  return visible(error.message, LONGEST_MESSAGE);
}

function callsOf(error: Error): string | undefined {
  const calls = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return calls && calls.length > 0 ? calls.join('\n') : undefined;
}

function factsOf(error: Error): Record<string, string | number> {
  const facts: Record<string, string | number> = {};
  for (const name of FACTS) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === 'string') facts[name] = visible(value, LONGEST_FACT);
    else if (typeof value === 'number') facts[name] = value;
  }
  return facts;
}

/** An error, or whatever else was thrown, as the log shows it. */
export function toLoggedError(thrown: unknown, causes = MOST_CAUSES): LoggedError {
  if (!isError(thrown)) return { type: typeof thrown, message: 'Something was thrown that is no error' };
  const stack = callsOf(thrown);
  return {
    type: thrown.name,
    message: messageOf(thrown),
    ...factsOf(thrown),
    ...(stack !== undefined && { stack }),
    ...(thrown.cause !== undefined && causes > 0 && { cause: toLoggedError(thrown.cause, causes - 1) }),
  };
}

/**
 * Whether a thrown value is an error. Some libraries make theirs without the constructor, and those of Node itself are of
 * another realm where code runs in a context of its own: neither test alone knows both.
 */
export function isError(value: unknown): value is Error {
  return value instanceof Error || types.isNativeError(value);
}
