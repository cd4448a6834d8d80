/** SQLSTATE classes and codes that mean "not now": too many connections, shutting down, starting, statement timeout. */
const UNAVAILABLE_STATES = /^(08\w{3}|53\w{3}|57P0[1-5]|57014|55P03)$/;
const UNAVAILABLE_SOCKET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
// Errors of the driver and its pool, which carry no code.
const UNAVAILABLE_MESSAGES =
  /^(timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Client (has encountered a connection error|was closed))/;

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

function field(error: object, name: 'code' | 'constraint'): string | undefined {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : undefined;
}

/** True when a query failed because the database could not be reached or would not serve it now. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = field(error, 'code') ?? '';
  if (UNAVAILABLE_STATES.test(code) || UNAVAILABLE_SOCKET.has(code)) return true;
  return UNAVAILABLE_MESSAGES.test(error.message);
}

function violates(error: unknown, state: string, constraint: string): boolean {
  return (
    error instanceof Error && field(error, 'code') === state && field(error, 'constraint') === constraint
  );
}

/** True when a write broke this unique constraint or index. */
export function violatesUnique(error: unknown, constraint: string): boolean {
  return violates(error, UNIQUE_VIOLATION, constraint);
}

/** True when a write broke this foreign key. */
export function violatesForeignKey(error: unknown, constraint: string): boolean {
  return violates(error, FOREIGN_KEY_VIOLATION, constraint);
}
