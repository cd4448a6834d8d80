import { QueryFailedError } from 'typeorm';
import { toLoggedError } from './logged-error.ts';

const SECRET = 'hunter2@example.com';

function databaseError(fields: object, message = 'something is wrong'): QueryFailedError {
  const driverError = Object.assign(new Error(message), { severity: 'ERROR', ...fields });
  return new QueryFailedError('INSERT INTO users (email) VALUES ($1)', [SECRET], driverError);
}

describe('toLoggedError', () => {
  it('contains the type, message, stack and cause', () => {
    const error = new TypeError('x is not a function', { cause: new Error('deeper') });
    expect(toLoggedError(error)).toMatchObject({
      type: 'TypeError',
      message: 'x is not a function',
      stack: expect.stringMatching(/^\s+at /),
      cause: { type: 'Error', message: 'deeper' },
    });
  });

  it('contains the statement and the constraint of a database error, but no parameter and no row', () => {
    const error = databaseError({
      code: '23505',
      constraint: 'users_email_key',
      table: 'users',
      detail: `Key (email)=(${SECRET}) already exists.`,
      where: `COPY users, line 1: "${SECRET}"`,
    });
    const logged = toLoggedError(error);
    expect(logged).toMatchObject({
      type: 'QueryFailedError',
      code: '23505',
      constraint: 'users_email_key',
      table: 'users',
      query: 'INSERT INTO users (email) VALUES ($1)',
    });
    expect(JSON.stringify(logged)).not.toContain(SECRET);
  });

  it.each([
    ['a value that PostgreSQL quotes', databaseError({ code: '22P02' }, `invalid input: "${SECRET}"`)],
    ['malformed JSON', catchError(() => JSON.parse(`{"password":"${SECRET}`))],
    ['malformed JSON in quotes', catchError(() => JSON.parse(SECRET))],
    [
      'properties that a parser adds to its errors',
      Object.assign(new Error('Parse Error'), { rawPacket: SECRET }),
    ],
    [
      'properties that an HTTP client adds to its errors',
      Object.assign(new Error('x'), { headers: { cookie: SECRET } }),
    ],
    ['a text that was thrown', SECRET],
    ['an object that was thrown', { password: SECRET }],
  ])('leaves out %s', (_what, error) => {
    expect(JSON.stringify(toLoggedError(error))).not.toContain(SECRET);
  });

  it('escapes invisible characters', () => {
    const { message } = toLoggedError(new Error('a\u0085b\u2028c\u202Ed\u009Be'));
    expect(message).toBe(String.raw`a\u0085b\u2028c\u202ed\u009be`);
  });

  it('limits the depth of circular causes', () => {
    const error = new Error('round');
    error.cause = error;
    expect(JSON.stringify(toLoggedError(error)).match(/round/g)).toHaveLength(5);
  });

  it('limits the length of the message', () => {
    expect(toLoggedError(new Error('x'.repeat(100_000))).message).toHaveLength(1000);
  });
});

function catchError(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}
