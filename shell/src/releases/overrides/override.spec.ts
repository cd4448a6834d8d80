import { formatOverride, joined, parseOverride } from './override.ts';

const ALLOWED = ['http://localhost:*', 'https://dev.surveys.example'];

describe('parseOverride', () => {
  it.each([
    ['jobs@1.1.0', '1.1.0'],
    ['jobs@2.0.0-rc.1', '2.0.0-rc.1'],
    ['jobs@http://localhost:4300', 'http://localhost:4300'],
    ['jobs@http://localhost:4300/', 'http://localhost:4300'],
    ['jobs@http://localhost', 'http://localhost'],
    ['jobs@https://dev.surveys.example', 'https://dev.surveys.example'],
  ])('parses %s', (text, source) => {
    const override = { module: 'jobs', source };
    expect(parseOverride(text, ALLOWED)).toEqual(override);
    expect(parseOverride(formatOverride(override), ALLOWED)).toEqual(override);
  });

  it.each([
    '',
    '@1.1.0',
    'jobs@latest',
    'jobs@../../1.1.0',
    'Jobs@1.1.0',
    '<b>jobs</b>@1.1.0',
    `${'j'.repeat(50)}@1.1.0`,
    'jobs@1.1.0\u202egpj',
    'jobs@https://elsewhere.example',
    'jobs@http://localhost.elsewhere.example:4300',
    'jobs@http://localhost:4300@elsewhere.example',
    'jobs@http://user@localhost:4300',
    'jobs@http://localhost:4300/remote/',
    'jobs@http://localhost:4300?x',
    'jobs@http://127.0.0.1:4300',
    'jobs@https://dev.surveys.example:8443',
    'jobs@https://evil.dev.surveys.example',
    'jobs@//localhost:4300',
    'jobs@javascript:alert(1)',
    'jobs@data:text/javascript,alert(1)',
    `jobs@http://localhost:4300${'/'.repeat(200)}`,
    'jobs@http://localhost:4300 jobs@1.1.0',
  ])('returns null for %j', (text) => {
    expect(parseOverride(text, ALLOWED)).toBeNull();
  });

  it('allows only releases without allowed origins', () => {
    expect(parseOverride('jobs@http://localhost:4300', [])).toBeNull();
    expect(parseOverride('jobs@1.1.0', [])).toEqual({ module: 'jobs', source: '1.1.0' });
  });
});

it('joins lists so that the last override of a module wins', () => {
  const [jobs, newer, other] = [
    { module: 'jobs', source: '1.0.0' },
    { module: 'jobs', source: '1.1.0' },
    { module: 'payments', source: '1.0.0' },
  ];
  expect(joined([jobs, other], [newer])).toEqual([newer, other]);
});
