import { loggedPath, requestId } from './request-log.ts';

describe('loggedPath', () => {
  it.each([
    ['/api/jobs/1', '/api/jobs/1'],
    ['/api/jobs?text=secret', '/api/jobs'],
    ['/api/jobs#secret', '/api/jobs'],
    ['/api/%0d%0a', '/api/%0d%0a'],
    ['/a\r\nb\u0085c\u009bd\u2028e f\u007f', '/a%0D%0Ab%C2%85c%C2%9Bd%E2%80%A8e%20f%7F'],
    ['/\ud800', '/%EF%BF%BD'],
    [`/${'x'.repeat(10_000)}`, `/${'x'.repeat(199)}`],
    ['/api/calendar/pV2Yx0mJr8.ics?x=1', '/api/calendar/-'],
    ['/api/calendar/pV2Yx0mJr8/x', '/api/calendar/-'],
    ['/api/reports/pV2Yx0mJr8?x=1', '/api/reports/-'],
    ['/report/pV2Yx0mJr8', '/report/-'],
    ['', ''],
  ])('logs %j as %s', (target, path) => {
    expect(loggedPath(target)).toBe(path);
  });
});

describe('requestId', () => {
  it('is the valid id of a proxy', () => {
    expect(requestId({ headers: { 'x-request-id': 'trace-1234' } })).toBe('trace-1234');
  });

  it.each([
    [undefined],
    [''],
    ['short'],
    ['x'.repeat(65)],
    ['a b c d e f'],
    ['{"level":60}'],
    ['line\nbreak'],
  ])('is a new id for %j', (given) => {
    expect(requestId({ headers: { 'x-request-id': given } })).toMatch(/^[\da-f-]{36}$/);
  });
});
