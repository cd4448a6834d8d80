import { readFileSync } from 'node:fs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { browserPagesView, paths, type ReportedLoad } from '@dps/contract';
import { ReportLimiter } from '../src/modules/telemetry/report-limiter.ts';
import { MetricsServer } from '../src/platform/metrics/metrics-server.ts';
import { expectError, TestClient, type ApiResponse } from './support/client.ts';
import { recordLog } from './support/log.ts';
import { createUser } from './support/users.ts';
import { startServer, type TestServer } from './support/server.ts';

/** A browser's report of a module load. */
function moduleLoad(facts: Partial<ReportedLoad> = {}): ReportedLoad {
  return { module: 'jobs', version: '1.2.0', outcome: 'loaded', ms: 120, count: 1, ...facts };
}

const log = recordLog();
let server: TestServer;
let app: NestFastifyApplication;
beforeAll(async () => {
  server = await startServer(
    { logLevel: 'info', metrics: { host: '127.0.0.1', port: 0 } },
    { log, prepare: (prepared) => (app = prepared) },
  );
});
afterAll(() => server.close());

const anonymous = () => new TestClient(server);
const report = (body: unknown, headers: Record<string, string> = {}) =>
  anonymous().send('POST', paths.telemetry(), body, headers);

async function scrape(): Promise<Map<string, number>> {
  const response = await fetch(app.get(MetricsServer).url ?? 'missing');
  expect(response.headers.get('content-type')).toContain('text/plain');
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

const EVENTS = 'dps_browser_events_total';
const source = { module: 'jobs', version: '2.0.0', count: 3 };
const failure = { ...source, operation: 'detail', status: 503, code: 'unavailable', requestId: 'trace-1234' };

describe('a browser report', () => {
  const linesOf = (response: ApiResponse) =>
    log
      .lines()
      .filter(
        ({ requestId, msg }) => requestId === response.headers.get('x-request-id') && msg !== 'request',
      );

  it('logs a line for each event, with the id of the failed request and the position of an error', async () => {
    const place = 'assets/page.js:1:4711';
    const thrown = { ...source, errorName: 'TypeError', message: 'jobs.map is not a function', place };
    const response = await report({
      failures: [failure],
      loads: [moduleLoad({ version: '2.0.0', outcome: 'fallback', shown: '1.9.0' })],
      scriptErrors: [thrown],
      crashes: [{ ...thrown, part: 'widget' }],
    });
    expect(response.status).toBe(204);
    const { requestId: failedRequestId, ...failed } = failure;
    expect(linesOf(response)).toEqual([
      expect.objectContaining({ level: 40, kind: 'failure', ...failed, failedRequestId }),
      expect.objectContaining({ level: 40, kind: 'load', outcome: 'fallback', shown: '1.9.0', ms: 120 }),
      expect.objectContaining({ kind: 'script-error', ...thrown }),
      expect.objectContaining({ kind: 'crash', part: 'widget', ...thrown }),
    ]);
  });

  it('is counted by module, version, kind and outcome', async () => {
    const thrown = { ...source, errorName: 'TypeError', message: '' };
    const body = {
      failures: [{ ...failure, module: 'counted' }],
      loads: [
        moduleLoad({ module: 'counted', ms: 300 }),
        moduleLoad({ module: 'counted', outcome: 'unavailable' }),
      ],
      scriptErrors: [{ ...thrown, module: 'counted' }],
      crashes: [{ ...thrown, module: 'counted', part: 'page' }],
    };
    expect((await report(body)).status).toBe(204);
    expect((await report(body)).status).toBe(204);
    const metrics = await scrape();
    const ofCounted = [...metrics].filter(
      ([series]) => series.includes('"counted"') && !series.includes('_bucket'),
    );
    const events = (version: string, kind: string, outcome: string) =>
      `${EVENTS}{module="counted",version="${version}",kind="${kind}",outcome="${outcome}"}`;
    expect(Object.fromEntries(ofCounted)).toEqual({
      [events('2.0.0', 'failure', '5xx')]: 6,
      [events('1.2.0', 'load', 'loaded')]: 2,
      [events('1.2.0', 'load', 'unavailable')]: 2,
      [events('2.0.0', 'script-error', 'thrown')]: 6,
      [events('2.0.0', 'crash', 'page')]: 6,
      'dps_module_load_seconds_sum{module="counted",version="1.2.0"}': 0.6,
      'dps_module_load_seconds_count{module="counted",version="1.2.0"}': 2,
    });
  });

  it('counts for at most one page, whatever it claims', async () => {
    const claimed = moduleLoad({ module: 'claimed', count: 10_000 });
    const body = { loads: Array.from({ length: 20 }, () => claimed) };
    expect((await report(body, { 'x-forwarded-for': '198.51.100.20' })).status).toBe(204);
    expect((await report(body, { 'x-forwarded-for': '198.51.100.20' })).status).toBe(204);
    const response = await fetch(new URL('browser-pages', app.get(MetricsServer).url ?? 'missing'));
    const { releases } = await browserPagesView.validate(await response.json());
    const counts = { loaded: 2, replaced: 0, crashed: 0, started: 0, fine: 0, failed: 0 };
    expect(releases.filter(({ module }) => module === 'claimed')).toEqual([
      { module: 'claimed', version: '1.2.0', ...counts, networks: [{ network: '198.51.100.20', ...counts }] },
    ]);
  });

  it.each([
    ['an unknown field', { loads: [{ ...moduleLoad(), user: 'ada' }] }],
    ['an unknown kind', { clicks: [] }],
  ])('is refused for %s, and neither counted nor logged', async (_what, body) => {
    const reported = async () => [...(await scrape())].filter(([series]) => series.startsWith(EVENTS));
    const before = await reported();
    const { requestId } = expectError(await report(body), 400, 'validation_failed');
    const messages = log.lines().filter((line) => line.requestId === requestId);
    expect(messages.map(({ msg }) => msg)).toEqual(['request']);
    expect(await reported()).toEqual(before);
  });

  it('is refused before parsing when it is too large', async () => {
    const loads = Array.from({ length: 20 }, () => moduleLoad({ module: 'm'.repeat(800) }));
    expectError(await report({ loads }), 413, 'payload_too_large');
  });

  it('is refused from a page of another site, and if it is not JSON', async () => {
    const otherSite = { origin: 'https://other.example' };
    expectError(await report({ loads: [] }, otherSite), 403, 'cross_site_request');
    expectError(
      await report('{}', { 'content-type': 'text/plain;charset=UTF-8' }),
      415,
      'unsupported_media_type',
    );
  });

  it('is accepted from a network 120 times a minute, then refused with Retry-After', async () => {
    const from = { 'x-forwarded-for': '198.51.100.7' };
    // The limiter's own test has the window.
    for (let n = 1; n < 120; n += 1) app.get(ReportLimiter).count('198.51.100.7');
    expect((await report({}, from)).status).toBe(204);
    const refused = await report({}, from);
    expectError(refused, 429, 'rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect((await report({}, { 'x-forwarded-for': '198.51.100.8' })).status).toBe(204);
  });

  it('is accepted while the database is unavailable', async () => {
    const disconnected = await startServer({ logLevel: 'silent' });
    await disconnected.dataSource.destroy();
    expect(
      (await new TestClient(disconnected).post(paths.telemetry(), { loads: [moduleLoad()] })).status,
    ).toBe(204);
    await disconnected.dataSource.initialize();
    await disconnected.close();
  });
});

describe('the metrics', () => {
  const seriesOf = (route: string, method: string, status: string) =>
    `dps_http_request_duration_seconds_count{route="${route}",method="${method}",status="${status}"}`;

  it('count requests by the pattern of their route', async () => {
    const { client } = await createUser(server, 'pilot');
    await client.get(paths.job(999_999));
    await client.get('/api/nothing/at/all');
    const metrics = await scrape();
    expect(metrics.get(seriesOf('/api/jobs/:id', 'GET', '4xx'))).toBe(1);
    expect(metrics.get(seriesOf('none', 'GET', '4xx'))).toBe(1);
    expect([...metrics.keys()].filter((series) => series.includes('999999'))).toEqual([]);
  });

  it('include all metrics of the operations guide', async () => {
    const guide = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
    // The gateway serves its own metrics, which its tests compare.
    const named = new Set(guide.match(/\bdps_(?!gateway_)\w+/g));
    const metrics = await (await fetch(app.get(MetricsServer).url ?? 'missing')).text();
    const unknown = [...named].filter((name) => !new RegExp(`^(# HELP )?${name}`, 'm').test(metrics));
    expect(named.size).toBeGreaterThan(5);
    expect(unknown).toEqual([]);
    const values = await scrape();
    expect(values.get('process_resident_memory_bytes')).toBeGreaterThan(0);
    expect(values.get('dps_database_pool_connections{state="idle"}')).toBeGreaterThan(0);
    expect(values.get('dps_database_waiting{for="read"}')).toBe(0);
  });

  it('are not on the port of the API, and the API is not on their port', async () => {
    expectError(await anonymous().get('/metrics'), 404, 'not_found');
    expectError(await anonymous().get('/api/metrics'), 404, 'not_found');
    const { origin } = new URL(app.get(MetricsServer).url ?? '');
    expect((await fetch(`${origin}/api/health/live`)).status).toBe(404);
  });

  it('are not served unless they are configured', async () => {
    let quiet: NestFastifyApplication | undefined;
    const other = await startServer({}, { prepare: (prepared) => (quiet = prepared) });
    expect(quiet?.get(MetricsServer).url).toBeNull();
    await other.close();
  });
});
