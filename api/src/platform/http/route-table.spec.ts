import { RouteTable } from './route-table.ts';

const table = new RouteTable();
table.add('GET', '/api/jobs/available', 'jobs.list-available');
table.add(['PUT', 'GET'], '/api/jobs/:id', 'jobs.read');
table.add('POST', '/api/jobs/:id/assign', 'jobs.accept');
table.add('GET', '/api/v1.0', 'health.read');
table.add('GET', '/api/calendar/:token.ics', 'calendar.read-feed');

it('stores one route per method', () => {
  expect(table.routes).toHaveLength(6);
  expect(table.routes[1]).toMatchObject({ method: 'PUT', url: '/api/jobs/:id', permission: 'jobs.read' });
});

// The router's rules: a parameter matches one segment, which may be empty, and a trailing slash is significant.
it.each([
  ['/api/jobs/7', ['GET', 'PUT']],
  ['/api/jobs/7?limit=1', ['GET', 'PUT']],
  ['/api/jobs/7#top', ['GET', 'PUT']],
  ['/api/jobs/', ['GET', 'PUT']],
  ['/api/jobs/available', ['GET', 'PUT']],
  ['/api/jobs/7/assign', ['POST']],
  ['/api/jobs/7/assign/', []],
  ['/api/jobs', []],
  ['/api/jobs/7/8', []],
  ['/x/api/jobs/7', []],
  ['/api/v1.0', ['GET']],
  ['/api/v1x0', []],
  ['/api/calendar/x.ics', ['GET']],
  ['/api/calendar/x', []],
  ['/', []],
])('%s allows %j', (target, methods) => {
  expect(table.methodsOf(target)).toEqual(methods);
});
