import { startFailure } from './start-failure.ts';

const CONFIG = {
  host: '127.0.0.1',
  port: 4201,
  metrics: { host: '10.0.0.5', port: 9464 },
  databaseUrl: 'postgres://user:hidden@db:5432/surveys',
};

const failure = (message: string, fields: object) => Object.assign(new Error(message), fields);

it.each([
  [
    'a taken port',
    failure('listen EADDRINUSE', { syscall: 'listen', code: 'EADDRINUSE' }),
    /^Another program listens on port 4201 of 127\.0\.0\.1\. .*API_PORT/,
  ],
  [
    'a privileged port',
    failure('listen EACCES', { syscall: 'listen', code: 'EACCES' }),
    /^The API cannot listen on port 4201 .*EACCES/,
  ],
  [
    'a taken port for metrics',
    failure('listen EADDRINUSE', { syscall: 'listen', code: 'EADDRINUSE', port: 9464 }),
    /^Another program listens on port 9464 of 10\.0\.0\.5\. .*METRICS_PORT/,
  ],
  [
    'an unreachable database',
    failure('connect ECONNREFUSED 10.0.0.1:5432', { syscall: 'connect', code: 'ECONNREFUSED' }),
    /^The database at db:5432 cannot be used \(connect ECONNREFUSED .*DATABASE_URL/,
  ],
  [
    'a wrong password',
    failure('password authentication failed', { code: '28P01' }),
    /^The database at db:5432 cannot be used \(password authentication failed\)/,
  ],
  ['a missing database', failure('no such database', { code: '3D000' }), /^The database at db:5432/],
  ['anything else', failure('x is not a function', {}), /^The API could not start\.$/],
  ['a thrown value that is not an error', 'a text', /^The API could not start\.$/],
])('names the cause and the remedy of %s', (_what, error, expected) => {
  const message = startFailure(error, CONFIG);
  expect(message).toMatch(expected);
  expect(message).not.toContain('hidden');
});
