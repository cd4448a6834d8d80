import { paths } from '@dps/contract';
import { TestClient } from './support/client.ts';
import { checkExchange, type Exchange } from './support/contract/check-exchange.ts';
import { apiDocument } from './support/contract/document.ts';
import { jobBody, postJob } from './support/jobs.ts';
import { createUser, type TestUser } from './support/users.ts';
import { startServer, type TestServer } from './support/server.ts';

const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'request-1' };

const JOB = {
  id: 1,
  title: 'Roof',
  description: 'Flat',
  surveyType: 'Mapping',
  location: 'Here',
  budget: 100,
  status: 'pending',
  progress: 0,
  clientId: 2,
  pilotId: null,
  deadline: '2030-06-30T00:00:00.000Z',
  deadlineHasTime: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  publishedAt: '2026-01-01T00:00:00.000Z',
  termsChangedAt: null,
  client: { name: 'Acme' },
  pilot: null,
};

const error = (statusCode: number, code: string) => ({
  status: statusCode,
  body: { statusCode, code, message: 'Sorry.', requestId: 'request-1' },
});

/** A valid exchange with some parts replaced. */
function exchange({
  headers,
  ...parts
}: Partial<Omit<Exchange, 'headers'>> & { headers?: object }): Exchange {
  return {
    method: 'GET',
    target: paths.job(1),
    sent: undefined,
    status: 200,
    body: { ...JOB, flightData: [], flightDataCount: 0, attachments: [], payment: null, acceptedTerms: null },
    headers: new Headers({ ...HEADERS, ...headers }),
    ...parts,
  };
}

const posted = (body: object, sent: object = jobBody()) =>
  exchange({ method: 'POST', target: paths.jobs(), status: 201, body, sent: JSON.stringify(sent) });
const listed = (target: string, body: unknown = [JOB]) => exchange({ target, body });

describe('an exchange', () => {
  it.each<[string, Exchange]>([
    ['a job', exchange({})],
    ['a list', listed('/api/jobs/available?limit=20&surveyType=Mapping')],
    ['an error', exchange(error(404, 'not_found'))],
    ['a new job', posted(JOB)],
    ['a new job with a budget as text', posted(JOB, jobBody({ budget: '1450.50' }))],
    ['no content', exchange({ method: 'DELETE', status: 204, body: '' })],
    ['an unknown path', exchange({ target: '/api/nothing', ...error(404, 'not_found') })],
    [
      'a method that is not allowed',
      exchange({
        method: 'DELETE',
        target: paths.jobs(),
        headers: { allow: 'POST, OPTIONS' },
        ...error(405, 'x'),
      }),
    ],
  ])('passes with %s', async (_what, given) => {
    await expect(checkExchange(given)).resolves.toBeUndefined();
  });

  it.each<[string, Exchange, RegExp]>([
    ['a status', exchange(error(418, 'not_found')), /Job_detail documents no 418/],
    ['a code', exchange(error(404, 'username_taken')), /code must be equal to one of the allowed values/],
    ["another operation's code", exchange(error(413, 'payload_too_large')), /documents no 413/],
    ['a field', posted({ ...JOB, secret: 1 }), /must NOT have additional properties/],
    ['a missing field', posted({ ...JOB, pilot: undefined }), /must have required property 'pilot'/],
    ['a type', posted({ ...JOB, budget: '100' }), /budget must be number/],
    ['a date', posted({ ...JOB, deadline: 'soon' }), /deadline must match format "date-time"/],
    ["a list's item", listed(paths.availableJobs(), [JOB, { ...JOB, id: 0 }]), /\/1\/id must be >= 1/],
    [
      'a content type',
      exchange({ headers: { 'content-type': 'text/html' } }),
      /text\/html is not documented/,
    ],
    ['a missing header', exchange({ headers: { 'x-request-id': '' } }), /X-Request-Id/],
    [
      'a Retry-After header',
      exchange({ ...error(503, 'unavailable'), headers: { 'retry-after': 'soon' } }),
      /Retry-After/,
    ],
    ['an unexpected body', exchange({ method: 'DELETE', status: 204, body: JOB }), /none is documented/],
    ['an accepted body', posted(JOB, jobBody({ title: 7 })), /accepted what the document refuses.*title/],
    ['an accepted query', listed('/api/jobs/available?limit=501'), /accepted \?limit=501/],
    ['a success without an operation', exchange({ target: '/api/secret' }), /no such operation/],
    [
      'an error in another shape',
      exchange({ target: '/api/x', status: 404, body: {} }),
      /no error of the contract/,
    ],
    ['a 405 without Allow', exchange({ method: 'PUT', target: paths.jobs(), ...error(405, 'x') }), /Allow/],
  ])('fails with an undocumented or invalid part: %s', async (_what, given, breach) => {
    await expect(checkExchange(given)).rejects.toThrow(breach);
  });
});

describe('the test client', () => {
  let server: TestServer;
  let owner: TestUser;
  beforeAll(async () => {
    server = await startServer();
    owner = await createUser(server, 'client');
  });
  afterAll(() => server.close());

  it('throws for a row that violates the contract', async () => {
    const job = await postJob(owner);
    await server.dataSource.query(`UPDATE jobs SET title = '' WHERE id = $1`, [job.id]);
    await expect(owner.client.get(paths.job(job.id))).rejects.toThrow('body/title must NOT have fewer');
  });

  it('checks against the served document', async () => {
    const { body } = await new TestClient(server).get('/api/docs/openapi.json');
    expect(body).toEqual(JSON.parse(JSON.stringify((await apiDocument()).content)));
  });
});

describe('the document', () => {
  it('has the permission, the summary and the error responses of every operation', async () => {
    const { routes } = await apiDocument();
    for (const { operation } of routes) {
      expect(operation).toMatchObject({
        operationId: expect.stringMatching(/^[A-Z][A-Za-z]+_[a-z][A-Za-z]*$/),
        summary: expect.any(String),
        tags: [expect.any(String)],
        security: expect.any(Array),
        'x-permission': expect.any(String),
        responses: { 500: expect.anything(), 503: expect.anything() },
      });
    }
    const open = routes.filter(({ operation }) => operation.security?.length === 0);
    expect(open.map(({ path }) => path)).toEqual([
      paths.live(),
      paths.ready(),
      paths.login(),
      paths.signup(),
      paths.commonPasswords(),
      paths.passkeyChallenge(),
      paths.passkeyLogin(),
      paths.passwordReset(),
      paths.passwordReset(),
      paths.emailUndo(),
      paths.telemetry(),
      paths.paymentWebhook(),
      paths.unsubscribe('{token}'),
      paths.sharedReport('{token}'),
      paths.calendarFeed('{token}'),
    ]);
  });
});
