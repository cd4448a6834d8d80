import { types } from 'node:util';

/** An error in the log: enough to find its cause, without user data. */
export interface LoggedError {
  type: string;
  message: string;
  /** Without the message, which V8 puts before the calls. */
  stack?: string;
  /** Properties of the errors of Node and PostgreSQL, never values of users. */
  [fact: string]: unknown;
  cause?: LoggedError;
}

/**
 * The logged properties. Libraries add more to their errors: query parameters, the row that violated a constraint, the body
 * and headers of a request.
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

/** SQLSTATE class 22. Its message contains the invalid value. */
const DATA_EXCEPTION = /^22\w{3}$/;
/** Line breaks and control characters that JSON does not escape, and bidirectional controls. */
const INVISIBLE = /[\u007F-\u009F\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

const hex = (sign: string) => String.raw`\u` + sign.charCodeAt(0).toString(16).padStart(4, '0');

/** Truncates a text and escapes its invisible characters. */
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

/** Converts any thrown value for the log. */
export function toLoggedError(thrown: unknown, causes = MOST_CAUSES): LoggedError {
  if (!isError(thrown)) return { type: typeof thrown, message: 'The thrown value is not an error' };
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
 * True if a thrown value is an error. `instanceof` misses errors of another realm, and `isNativeError` misses objects of
 * libraries that only inherit from Error.
 */
export function isError(value: unknown): value is Error {
  return value instanceof Error || types.isNativeError(value);
}
