import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { BadRequestException, HttpException, NotFoundException } from '@nestjs/common';
import { ERROR_CODES, ERROR_STATUS } from '@dps/contract';
import { ERROR_MESSAGES } from '../../texts.ts';
import { DomainError } from './domain-error.ts';
import { toDomainError, toErrorView } from './error-view.ts';
import { validationError } from './validation-error.ts';

const withFields = (message: string, fields: object) => Object.assign(new Error(message), fields);

describe('toDomainError', () => {
  it('returns a DomainError unchanged', () => {
    const error = new DomainError('budget_frozen');
    expect(toDomainError(error)).toBe(error);
  });

  it.each([
    ['a missing route', new NotFoundException('Cannot GET /secret'), 'not_found'],
    ['a bad request', new BadRequestException('detail'), 'malformed_request'],
    ['any other refusal', new HttpException('detail', 418), 'malformed_request'],
    [
      'a body too large',
      withFields('x', { statusCode: 413, code: 'FST_ERR_CTP_BODY_TOO_LARGE' }),
      'payload_too_large',
    ],
    [
      'a foreign media type',
      withFields('x', { statusCode: 415, code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' }),
      'unsupported_media_type',
    ],
    ['a body cut off', withFields('aborted', { statusCode: 400, code: 'ECONNRESET' }), 'malformed_request'],
    ["another service's refusal", withFields('x', { statusCode: 401, type: 'StripeError' }), 'internal'],
    ["another service's code", withFields('x', { statusCode: 404, code: 'resource_missing' }), 'internal'],
    ['a bug', new TypeError('undefined is not a function'), 'internal'],
    ['a thrown text', 'text', 'internal'],
    ['too many connections', withFields('x', { code: '53300' }), 'unavailable'],
    ['a shutdown of the database', withFields('x', { code: '57P01' }), 'unavailable'],
    ['a write on a standby of the database', withFields('x', { code: '25006' }), 'unavailable'],
    ['a statement that took too long', withFields('x', { code: '57014' }), 'unavailable'],
    ['a refused connection', withFields('x', { code: 'ECONNREFUSED' }), 'unavailable'],
    ['a pool without a free connection', new Error('timeout exceeded when trying to connect'), 'unavailable'],
    ['a lost connection', new Error('Connection terminated unexpectedly'), 'unavailable'],
    ['a connection lost within a transaction', new QueryRunnerAlreadyReleasedError(), 'unavailable'],
    ['such a connection, before a query', new QueryRunnerProviderAlreadyReleasedError(), 'unavailable'],
    ['a broken constraint', withFields('x', { code: '23514' }), 'internal'],
  ])('maps %s to an error code, without its details', (_what, error, code) => {
    const domainError = toDomainError(error);
    expect(domainError).toMatchObject({ code, message: ERROR_MESSAGES[domainError.code] });
  });

  it('has a time to retry for a busy database', () => {
    expect(toDomainError(withFields('x', { code: '53300' })).retryAfterSeconds).toBe(1);
  });
});

describe('toErrorView', () => {
  it.each(ERROR_CODES)('[ERROR-1, ERROR-2] has the status and a message of %s', (code) => {
    expect(toErrorView(new DomainError(code), 'id')).toEqual({
      statusCode: ERROR_STATUS[code],
      code,
      message: expect.stringMatching(/\.$/),
      requestId: 'id',
    });
  });

  it('[ERROR-1] lists the invalid fields', () => {
    const errors = [{ path: 'title', message: 'Required' }];
    expect(toErrorView(new DomainError('validation_failed', { errors }), 'id').errors).toEqual(errors);
  });
});

describe('validationError', () => {
  it('[ERROR-5] has one message per field, with its path', () => {
    const issues = [
      { message: 'first', path: [{ key: 'a' }, 0, 'b'] },
      { message: 'second', path: ['a', 0, 'b'] },
      { message: 'body' },
    ];
    expect(validationError(issues).errors).toEqual([
      { path: 'a.0.b', message: 'first' },
      { path: '', message: 'body' },
    ]);
  });

  it('lists at most 20 fields', () => {
    const issues = Array.from({ length: 1000 }, (_, index) => ({ message: 'x', path: [index] }));
    expect(validationError(issues).errors).toHaveLength(20);
  });
});
