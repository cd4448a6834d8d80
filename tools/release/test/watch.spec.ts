import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { NOT_COMPARED } from '../src/registry/served-registry.ts';
import { runCommand } from '../src/commands/run-command.ts';
import { buildModule, buildShell } from './support/builds.ts';
import { withoutComparison } from './support/commands.ts';
import { startMetrics, type MetricsProcess } from './support/metrics.ts';

const root = mkdtempSync(path.join(tmpdir(), 'dps-watch-'));
const key = path.join(root, 'release.pem');
let api: MetricsProcess;

/** Runs the command. Calls `step` with the elapsed ms instead of waiting. */
async function run(store: string, line: string, step: (passed: number) => unknown = () => 0) {
  const out: string[] = [];
  const write = (text: string) => void out.push(text);
  const stop = new AbortController();
  let passed = 0;
  const code = await runCommand([...line.split(' '), '--store', store, '--by', 'ada'], {
    environment: { INIT_CWD: root, RELEASE_KEY_FILE: key, RELEASE_METRICS: api.url },
    gates: [],
    write,
    writeError: write,
    stopRequest: () => stop.signal,
    clock: {
      now: () => passed,
      pause: async (milliseconds) => {
        passed += milliseconds;
        await step(passed);
      },
    },
  });
  return { code, out: withoutComparison(out), isCompared: !out.includes(NOT_COMPARED), passed };
}

beforeAll(async () => {
  api = await startMetrics({});
  await run(root, `keygen ${key}`);
  buildShell(root, '1.0.0');
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) buildModule(root, 'jobs', version);
});
beforeEach(() => void (api.counts = {}));
afterAll(() => {
  api.close();
  rmSync(root, { recursive: true });
});

/** A store in which jobs 1.0.0 is stable and 1.1.0 is published. */
async function newStore(): Promise<string> {
  const store = mkdtempSync(path.join(root, 'store-'));
  await run(store, 'publish shell-1.0.0 mfe-jobs-1.0.0 mfe-jobs-1.1.0');
  return store;
}

/** Returns the canary and the last change of the store. */
async function statusOf(store: string) {
  const { registry, history } = JSON.parse((await run(store, 'status --json')).out);
  return { canary: registry.modules[0].canary?.version, last: history[0].summary, by: history[0].by };
}

const WATCH = 'canary jobs 1.1.0 --percent 5 --watch 10m';
const pages = (canary: [came: number, crashed: number], stable: number) => ({
  'jobs 1.1.0 loaded': canary[0],
  'jobs 1.1.0 crashed': canary[1],
  'jobs 1.0.0 loaded': stable,
});

describe('a watched canary', () => {
  it('is rolled back when it is significantly worse, with the reason in the history', async () => {
    const store = await newStore();
    const { code, out, passed } = await run(store, `${WATCH} --why try`, (ms) => {
      api.counts = pages([ms / 1_000, ms / 2_000], ms / 50);
    });
    expect(code).toBe(4);
    expect(passed).toBe(20_000);
    const why = 'jobs 1.1.0: 20 pages, 10 failed (50%); 1.0.0: 400 pages, 0 failed';
    expect(out).toContain(`jobs 1.1.0 is rolled back: ${why}. Its users get 1.0.0 on their next page.`);
    expect(await statusOf(store)).toEqual({
      canary: undefined,
      last: `canary jobs 1.1.0 rolled back by its watch: ${why}`,
      by: 'ada',
    });
  });

  it('stays when it does no worse, and each event is one line of JSON', async () => {
    const store = await newStore();
    const { code, out, isCompared, passed } = await run(store, `${WATCH} --json`, (ms) => {
      api.counts = pages([ms < 60_000 ? 10 : 40, 0], 300);
    });
    expect([code, isCompared, passed]).toEqual([0, false, 600_000]);
    const lines = out.split('\n').map((line) => JSON.parse(line));
    expect(lines.map(({ event, ended }) => event ?? ended)).toEqual(['started', 'pages', 'pages', 'as good']);
    expect(lines[2]).toMatchObject({
      at: expect.stringMatching(/^\d{4}-/),
      canary: { pages: 40, failed: 0 },
      stable: { pages: 300, failed: 0 },
    });
    expect((await statusOf(store)).canary).toBe('1.1.0');
  });

  it('is unchanged when the reports of one network decide', async () => {
    const store = await newStore();
    const { code, out } = await run(store, WATCH, (ms) => {
      api.counts = {
        ...pages([40 + ms / 50, ms / 50], 400),
        'jobs 1.1.0 loaded 203.0.113.9': ms / 50,
        'jobs 1.1.0 crashed 203.0.113.9': ms / 50,
      };
    });
    expect(code).toBe(5);
    expect(
      out.match(/The result depends on one network: 203\.0\.113\.9 sent 100 of 140 pages/g),
    ).toHaveLength(1);
    expect(out).toContain('The canary is unchanged.');
    expect((await statusOf(store)).canary).toBe('1.1.0');
  });

  it('stays without a result when too few pages had it, and does not start when no metrics are reachable', async () => {
    const store = await newStore();
    const few = await run(store, WATCH, () => void (api.counts = pages([3, 3], 300)));
    expect(few.code).toBe(5);
    expect(few.out).toContain('Too few pages had jobs 1.1.0 to judge it. It stays at 5 of 100 users.');
    expect((await statusOf(store)).canary).toBe('1.1.0');
    await run(store, 'canary jobs --percent 0');
    api.counts = null;
    const { code, out } = await run(store, WATCH);
    expect(code).toBe(3);
    expect(out).toContain(`The canary cannot be watched. ${api.url} cannot be read: it responds with 503.`);
    expect((await statusOf(store)).canary).toBeUndefined();
    const dry = await run(store, `${WATCH} --dry-run`);
    expect([dry.code, dry.out]).toEqual([
      0,
      'Would canary jobs 1.1.0 for 5 of 100 users. Nothing was changed.',
    ]);
  });

  it('is rolled back after two minutes without metrics', async () => {
    const store = await newStore();
    const { code, out, passed } = await run(store, WATCH, (ms) => {
      api.counts = (ms > 60_000 && ms < 175_000) || ms > 200_000 ? null : {};
    });
    expect([code, passed]).toEqual([4, 320_000]);
    expect(out.match(/is reachable again/g)).toHaveLength(1);
    expect((await statusOf(store)).last).toContain('the metrics were unreachable for two minutes');
  });

  it('is unchanged when another command promoted it', async () => {
    const store = await newStore();
    const { code, out } = await run(store, WATCH, async (ms) => {
      if (ms === 10_000) await run(store, 'canary jobs --percent 50');
      if (ms === 20_000) await run(store, 'promote jobs');
    });
    expect(code).toBe(5);
    expect(out).toContain('jobs 1.1.0 is no longer a canary: another command changed it.');
    expect((await statusOf(store)).last).toBe('promote jobs 1.0.0 → 1.1.0');
  });

  it('stays as it is after Ctrl-C, even if the signal arrives twice', async () => {
    const store = await newStore();
    const cli = fileURLToPath(new URL('../src/release.ts', import.meta.url));
    const env = { PATH: process.env['PATH'], RELEASE_KEY_FILE: key, RELEASE_METRICS: api.url };
    const child = spawn(process.execPath, [cli, ...WATCH.split(' '), '--store', store], { env });
    const closed = once(child, 'close');
    let output = '';
    for await (const text of child.stdout.setEncoding('utf8')) {
      // The first line reports the start of the watch.
      if (output === '') for (let times = 0; times < 2; times += 1) child.kill('SIGINT');
      output += text;
    }
    await closed;
    // The second signal can arrive while the process ends by itself. A shell reports the same status.
    const { exitCode, signalCode } = child;
    expect(signalCode ? 128 + constants.signals[signalCode] : exitCode).toBe(130);
    expect(output).toContain('The watch of jobs 1.1.0 has stopped. The canary stays as it is.');
    expect((await statusOf(store)).canary).toBe('1.1.0');
  });

  it('is rolled back when an unavailable store is available again', async () => {
    const store = await newStore();
    const registry = path.join(store, 'revisions/4.json');
    let kept = '';
    const { code, out } = await run(store, WATCH, (ms) => {
      api.counts = pages([40, 40], 400);
      if (ms === 5_000) {
        kept = readFileSync(registry, 'utf8');
        writeFileSync(registry, '{}');
      }
      if (ms === 10_000) writeFileSync(registry, kept);
    });
    expect(code).toBe(4);
    expect(out).toContain('The store is unavailable: ');
    expect((await statusOf(store)).canary).toBeUndefined();
  });
});
