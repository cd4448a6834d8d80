import { QueryFailedError } from 'typeorm';
import { toLoggedError } from './logged-error.ts';

const SECRET = 'hunter2@example.com';

function databaseError(fields: object, message = 'something is wrong'): QueryFailedError {
  const driverError = Object.assign(new Error(message), { severity: 'ERROR', ...fields });
  return new QueryFailedError('INSERT INTO users (email) VALUES ($1)', [SECRET], driverError);
}

describe('toLoggedError', () => {
  it('says what, where and by which calls', () => {
    const error = new TypeError('x is not a function', { cause: new Error('deeper') });
    expect(toLoggedError(error)).toMatchObject({
      type: 'TypeError',
      message: 'x is not a function',
      stack: expect.stringMatching(/^\s+at /),
      cause: { type: 'Error', message: 'deeper' },
    });
  });

  it('names the statement and the constraint of a database error, no parameter and no row', () => {
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
    ['text that is no JSON', catchError(() => JSON.parse(`{"password":"${SECRET}`))],
    ['text that is no JSON, quoted', catchError(() => JSON.parse(SECRET))],
    ['what a parser hangs on its errors', Object.assign(new Error('Parse Error'), { rawPacket: SECRET })],
    [
      'what an HTTP client hangs on its errors',
      Object.assign(new Error('x'), { headers: { cookie: SECRET } }),
    ],
    ['a text that was thrown', SECRET],
    ['an object that was thrown', { password: SECRET }],
  ])('leaves out %s', (_what, error) => {
    expect(JSON.stringify(toLoggedError(error))).not.toContain(SECRET);
  });

  it('shows signs that nobody sees', () => {
    const { message } = toLoggedError(new Error('a\u0085b\u2028c\u202Ed\u009Be'));
    expect(message).toBe(String.raw`a\u0085b\u2028c\u202ed\u009be`);
  });

  it('ends, even where a cause is its own', () => {
    const error = new Error('round');
    error.cause = error;
    expect(JSON.stringify(toLoggedError(error)).match(/round/g)).toHaveLength(5);
  });

  it('is short', () => {
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
