import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../src/run-command.ts';
import { buildModule, buildShell } from './support/builds.ts';
import { startMetrics, type MetricsProcess } from './support/metrics.ts';

const root = mkdtempSync(path.join(tmpdir(), 'dps-watch-'));
const key = path.join(root, 'release.pem');
let api: MetricsProcess;

/** Runs the command. `step` is called instead of waiting; it hears how many ms have passed. */
async function run(
  store: string,
  line: string,
  step: (passed: number, stop: () => void) => unknown = () => 0,
) {
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
        await step(passed, () => stop.abort());
      },
    },
  });
  return { code, out: out.join('\n'), passed };
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
  for (const each of ['shell-1.0.0', 'mfe-jobs-1.0.0', 'mfe-jobs-1.1.0']) await run(store, `publish ${each}`);
  return store;
}

/** What the store says of the canary and of the last change. */
async function statusOf(store: string) {
  const { registry, history } = JSON.parse((await run(store, 'status --json')).out);
  return { canary: registry.modules[0].canary?.version, last: history[0].summary, by: history[0].by };
}

const WATCH = 'canary jobs 1.1.0 --percent 5 --watch 30m';
const pages = (canary: [came: number, crashed: number], stable: number) => ({
  'jobs 1.1.0 load loaded': canary[0],
  'jobs 1.1.0 crash page': canary[1],
  'jobs 1.0.0 load loaded': stable,
});

describe('a canary that is watched', () => {
  it('is taken back as soon as it does clearly worse, and the history says why', async () => {
    const store = await newStore();
    const { code, out, passed } = await run(store, WATCH, (ms) => {
      api.counts = pages([ms / 1_000, ms / 2_000], ms / 50);
    });
    expect(code).toBe(4);
    expect(passed).toBe(20_000);
    const why = 'jobs 1.1.0: 20 pages, 10 in trouble (50%); 1.0.0: 400 pages, 0 in trouble';
    expect(out).toContain(`jobs 1.1.0 is taken back: ${why}. The next page of its users has 1.0.0.`);
    expect(await statusOf(store)).toEqual({
      canary: undefined,
      last: `canary jobs 1.1.0 taken back by its watch: ${why}`,
      by: 'ada',
    });
  });

  it('stays when it does no worse, which programs hear line by line', async () => {
    const store = await newStore();
    const { code, out, passed } = await run(store, `${WATCH} --json`, (ms) => {
      api.counts = pages([ms < 60_000 ? 10 : 40, 0], 300);
    });
    expect([code, passed]).toEqual([0, 1_800_000]);
    const lines = out.split('\n').map((line) => JSON.parse(line));
    expect(lines.map(({ event, ended }) => event ?? ended)).toEqual(['given', 'pages', 'pages', 'as good']);
    expect(lines[2]).toMatchObject({
      at: expect.stringMatching(/^\d{4}-/),
      canary: { pages: 40, troubled: 0 },
      stable: { pages: 300, troubled: 0 },
    });
    expect((await statusOf(store)).canary).toBe('1.1.0');
  });

  it('stays without a verdict when too few pages had it', async () => {
    const store = await newStore();
    const { code, out } = await run(store, WATCH, () => void (api.counts = pages([3, 3], 300)));
    expect(code).toBe(5);
    expect(out).toContain('Too little was seen of jobs 1.1.0 to judge it. It stays with 5 of 100 users.');
    expect((await statusOf(store)).canary).toBe('1.1.0');
  });

  it('is not given when nobody could see it', async () => {
    const store = await newStore();
    api.counts = null;
    const { code, out } = await run(store, WATCH);
    expect(code).toBe(3);
    expect(out).toContain(`Nobody could watch the canary. ${api.url} cannot be read: it answers 503.`);
    expect((await statusOf(store)).canary).toBeUndefined();
  });

  it('is taken back when nobody has seen it for two minutes, and not before', async () => {
    const store = await newStore();
    const { code, out, passed } = await run(store, WATCH, (ms) => {
      api.counts = (ms > 60_000 && ms < 175_000) || ms > 200_000 ? null : {};
    });
    expect([code, passed]).toEqual([4, 320_000]);
    expect(out.match(/answers again/g)).toHaveLength(1);
    expect((await statusOf(store)).last).toContain('the metrics could not be read for two minutes');
  });

  it('is left to somebody else who has decided', async () => {
    const store = await newStore();
    const { code, out } = await run(store, WATCH, async (ms) => {
      if (ms === 10_000) await run(store, 'canary jobs --percent 50');
      if (ms === 20_000) await run(store, 'promote jobs');
    });
    expect(code).toBe(5);
    expect(out).toContain('jobs 1.1.0 is no canary any more: somebody else has decided.');
    expect((await statusOf(store)).last).toBe('promote jobs 1.0.0 → 1.1.0');
  });

  it('stays as it is when the watch is stopped', async () => {
    const store = await newStore();
    const { code, out } = await run(store, WATCH, (_ms, stop) => stop());
    expect(code).toBe(130);
    expect(out).toContain('Nobody watches jobs 1.1.0 any more. It stays as it is.');
    expect((await statusOf(store)).canary).toBe('1.1.0');
  });

  it('stays as it is after Ctrl-C, which can come twice', async () => {
    const store = await newStore();
    const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url));
    const env = { PATH: process.env['PATH'], RELEASE_KEY_FILE: key, RELEASE_METRICS: api.url };
    const child = spawn(process.execPath, [cli, ...WATCH.split(' '), '--store', store], { env });
    const closed = once(child, 'close');
    let said = '';
    for await (const text of child.stdout.setEncoding('utf8')) {
      // The first line: it has been given, and is watched.
      if (said === '') for (let times = 0; times < 2; times += 1) child.kill('SIGINT');
      said += text;
    }
    await closed;
    expect(child.exitCode).toBe(130);
    expect(said).toContain('Nobody watches jobs 1.1.0 any more. It stays as it is.');
    expect((await statusOf(store)).canary).toBe('1.1.0');
  });

  it('is taken back later when the store is in the way', async () => {
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
    expect(out).toContain('The store is in the way: ');
    expect((await statusOf(store)).canary).toBeUndefined();
  });

  it('is not given in a dry run', async () => {
    const store = await newStore();
    const { code, out } = await run(store, `${WATCH} --dry-run`);
    expect([code, out]).toEqual([0, 'Would canary jobs 1.1.0 for 5 of 100 users. Nothing was changed.']);
  });

  it('refuses what is no address of metrics', async () => {
    const store = await newStore();
    const { code, out } = await run(store, `${WATCH} --metrics nowhere`);
    expect([code, out]).toEqual([2, expect.stringContaining('nowhere is no address of metrics')]);
  });
});
