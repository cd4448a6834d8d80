import { loggedRoute, requestId } from './request-log.ts';

describe('loggedRoute', () => {
  it.each([
    ['/api/jobs', {}, '/api/jobs'],
    [
      '/api/jobs/:id/attachments/:attachmentId',
      { id: '17', attachmentId: '4' },
      '/api/jobs/17/attachments/4',
    ],
    ['/api/calendar/:file', { file: 'pV2Yx0mJr8.ics' }, '/api/calendar/:file'],
    ['/api/jobs/:id', { id: '1\r\nx' }, '/api/jobs/:id'],
    ['/api/jobs/:id', { id: '9'.repeat(16) }, '/api/jobs/:id'],
    [undefined, {}, 'none'],
    [undefined, undefined, 'none'],
  ])('names %s with %j as %s', (url, params, route) => {
    expect(loggedRoute({ is404: false, routeOptions: { url }, params })).toBe(route);
  });

  it('does not name the route of unknown paths', () => {
    expect(loggedRoute({ is404: true, routeOptions: { url: '/api/x' }, params: {} })).toBe('none');
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
