import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { sizeGate } from '../src/gates/size-gate.ts';
import { runCommand } from '../src/run-command.ts';
import { buildShell } from './support/builds.ts';
import { withoutComparison } from './support/commands.ts';
import { moduleBuild, shellRelease } from '@dps/release-store/testing/releases';

const root = mkdtempSync(path.join(tmpdir(), 'dps-sizes-'));
const key = path.join(root, 'release.pem');
let places = 0;

/** Runs the command with the gate on a store with a shell. */
async function team() {
  const store = path.join(root, `store-${(places += 1)}`);
  const run = async (line: string, gates = [sizeGate]) => {
    const [out, err]: [string[], string[]] = [[], []];
    const code = await runCommand([...line.split(' '), '--store', store, '--by', 'ada'], {
      environment: { INIT_CWD: root, RELEASE_KEY_FILE: key },
      gates,
      write: (text) => out.push(text),
      writeError: (text) => err.push(text),
    });
    return { code, out: out.join('\n'), err: withoutComparison(err) };
  };
  await run('publish shell-1.0.0', []);
  return { run, published: (line: string) => run(line, []) };
}

/** Incompressible content of this many KiB. */
const noise = (size: number) => randomBytes(size * 1024);

interface Sizes {
  entry: number;
  page: number;
  other?: number;
  budget?: { first?: number };
}

function write(dist: string, contents: Record<string, Buffer>, release: object): void {
  const files: Record<string, string> = {};
  mkdirSync(path.join(dist, 'assets'), { recursive: true });
  for (const [name, content] of Object.entries(contents)) {
    files[name] = `sha256-${createHash('sha256').update(content).digest('base64')}`;
    writeFileSync(path.join(dist, name), content);
    writeFileSync(path.join(dist, `${name}.br`), brotliCompressSync(content));
  }
  writeFileSync(path.join(dist, 'release.json'), JSON.stringify({ ...release, files }));
}

/** Writes a module's build with scripts of these sizes in KiB. Returns the package's folder. */
function build(version: string, { entry, page, other = 0, budget }: Sizes): string {
  const folder = path.join(root, `mfe-jobs-${version}-${randomBytes(4).toString('hex')}`);
  const manifest = {
    name: 'jobs',
    title: 'Jobs',
    contract: '^1.0.0',
    routes: [],
    navigation: [],
    widgets: [],
    budget,
  };
  write(
    path.join(folder, 'dist'),
    {
      'assets/remoteEntry.1a1a1a1a.js': noise(entry),
      'assets/page.1b1b1b1b.js': noise(page),
      'assets/other.0c0c.js': noise(other),
      'module.json': Buffer.from(JSON.stringify(manifest)),
    },
    moduleBuild('jobs', version),
  );
  return path.basename(folder);
}

beforeAll(async () => {
  await runCommand(['keygen', key], { environment: {}, gates: [], write: () => {}, writeError: () => {} });
  buildShell(root, '1.0.0');
});
afterAll(() => rmSync(root, { recursive: true }));

describe('the size gate of a module', () => {
  it('reports the sizes and the changes since the stable release', async () => {
    const { run } = await team();
    const first = await run(`publish ${build('1.0.0', { entry: 2, page: 10, other: 30 })}`);
    expect(first).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^jobs 1\.0\.0: \/jobs 12\.0 KiB first; 42\.0 KiB in all$/),
    });
    const { code, err } = await run(`publish ${build('1.1.0', { entry: 2, page: 12, other: 20 })} --dry-run`);
    expect(code).toBe(0);
    expect(err).toBe('jobs 1.1.0: /jobs 14.0 KiB first (+2.0); 34.0 KiB in all (-8.0), compared with 1.0.0');
  });

  it('reports the sizes in bytes as JSON', async () => {
    const { run, published } = await team();
    await published(`publish ${build('1.0.0', { entry: 2, page: 10 })}`);
    const { out } = await run(`publish ${build('1.1.0', { entry: 2, page: 11 })} --json`);
    const { done, measured } = JSON.parse(out);
    expect(done).toBe(true);
    const [{ release, sizes, before }] = measured;
    expect([release, before.version]).toEqual(['jobs 1.1.0', '1.0.0']);
    expect(sizes.first['/jobs'] - before.sizes.first['/jobs']).toBe(1024);
  });

  it('refuses a size over the platform budget, even if module.json allows it', async () => {
    const { run } = await team();
    const { code, err } = await run(
      `publish ${build('1.0.0', { entry: 2, page: 30, budget: { first: 50 } })}`,
    );
    expect(code).toBe(1);
    expect(err).toContain(
      '[size] module.json states a budget "first" of 50 KiB, and the platform allows 30 KiB',
    );
    expect(err).toContain('[size] /jobs: 32.0 KiB of scripts first, over its budget of 30 KiB');
    expect(err).toContain('Nothing was changed.');
  });

  it('refuses a size over the module’s own budget', async () => {
    const { run } = await team();
    const { code, err } = await run(
      `publish ${build('1.0.0', { entry: 2, page: 10, budget: { first: 11.5 } })}`,
    );
    expect(code).toBe(1);
    expect(err).toContain('[size] /jobs: 12.0 KiB of scripts first, over its budget of 11.5 KiB');
  });

  it('accepts a large increase only if module.json states it', async () => {
    const { run, published } = await team();
    await published(`publish ${build('1.0.0', { entry: 2, page: 10 })}`);
    const unstated = await run(`publish ${build('1.1.0', { entry: 2, page: 18 })}`);
    expect(unstated.code).toBe(1);
    expect(unstated.err).toContain(
      '[size] /jobs: 20.0 KiB of scripts first, 8.0 KiB (67 %) more than 1.0.0 needs.',
    );
    const stated = await run(`publish ${build('1.1.0', { entry: 2, page: 18, budget: { first: 21 } })}`);
    expect(stated).toMatchObject({ code: 0, out: 'Done: publish jobs 1.1.0' });
  });

  it('refuses a compressed file with other content', async () => {
    const { run } = await team();
    const folder = build('1.0.0', { entry: 2, page: 10 });
    writeFileSync(path.join(root, folder, 'dist/assets/page.1b1b1b1b.js.br'), brotliCompressSync('less'));
    const { code, err } = await run(`publish ${folder}`);
    expect(code).toBe(1);
    expect(err).toContain('assets/page.1b1b1b1b.js.br does not have the content of assets/page.1b1b1b1b.js');
  });
});

describe('the size gate of the shell', () => {
  it('compares with the active shell and refuses a size over the budget', async () => {
    const { run, published } = await team();
    const folder = path.join(root, 'shell-large');
    write(
      path.join(folder, 'dist'),
      { 'assets/main.0a0a0a0a.js': noise(190), 'assets/frame.0c0c0c0c.js': noise(20) },
      { ...shellRelease('1.1.0'), preload: [] },
    );
    await published(`publish ${build('1.0.0', { entry: 1, page: 1 })}`);
    const { code, err } = await run('publish shell-large');
    expect(code).toBe(1);
    expect(err).toMatch(
      /^shell 1\.1\.0: every screen 190\.0 KiB first \(\+190\.0\), .* compared with 1\.0\.0$/m,
    );
    expect(err).toContain('[size] every screen: 190.0 KiB of scripts first, over its budget of 170 KiB');
  });
});
