import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { sizeGate } from '../src/checks/size/size-gate.ts';
import { buildShell } from './support/builds.ts';
import { commandsIn, withoutComparison } from './support/commands.ts';
import { moduleBuild, shellRelease } from '../src/store/testing/releases.ts';

const root = mkdtempSync(path.join(tmpdir(), 'dps-sizes-'));
const gated = commandsIn(root, [sizeGate]);
let places = 0;

/** Opens a store with a shell. */
async function team() {
  places += 1;
  const { release } = gated.teamAt(path.join(root, `store-${places}`));
  await release('publish shell-1.0.0');
  return async (line: string) => {
    const { err, ...rest } = await release(line);
    return { ...rest, err: withoutComparison(err.split('\n')) };
  };
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
  const lists = { routes: [], navigation: [], widgets: [] };
  const manifest = { name: 'jobs', title: 'Jobs', contract: '^1.0.0', ...lists, budget };
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
  await gated.run(['keygen', gated.key]);
  buildShell(root, '1.0.0');
});
afterAll(() => rmSync(root, { recursive: true }));

describe('the size gate of a module', () => {
  it('reports the sizes and the changes since the stable release, as text and as JSON', async () => {
    const run = await team();
    const first = await run(`publish ${build('1.0.0', { entry: 2, page: 10, other: 30 })}`);
    expect(first).toMatchObject({ code: 0, err: 'jobs 1.0.0: /jobs 12.0 KiB first; 42.0 KiB in all' });
    const next = `publish ${build('1.1.0', { entry: 2, page: 12, other: 20 })}`;
    expect(await run(`${next} --dry-run`)).toMatchObject({
      code: 0,
      err: 'jobs 1.1.0: /jobs 14.0 KiB first (+2.0); 34.0 KiB in all (-8.0), compared with 1.0.0',
    });
    const { done, measured } = JSON.parse((await run(`${next} --json`)).out);
    const [{ release, sizes, before }] = measured;
    expect([done, release, before.version]).toEqual([true, 'jobs 1.1.0', '1.0.0']);
    expect(sizes.first['/jobs'] - before.sizes.first['/jobs']).toBe(2048);
  });

  it('refuses a size over the platform budget, even if module.json allows it', async () => {
    const run = await team();
    const large = build('1.0.0', { entry: 2, page: 30, budget: { first: 50 } });
    const { code, err } = await run(`publish ${large}`);
    expect(code).toBe(1);
    expect(err).toContain(
      '[size] module.json states a budget "first" of 50 KiB, and the platform allows 30 KiB',
    );
    expect(err).toContain('[size] /jobs: 32.0 KiB of scripts first, over its budget of 30 KiB');
    expect(err).toContain('Nothing was changed.');
  });

  it('accepts a large increase only if module.json states it, and no compressed file with other content', async () => {
    const run = await team();
    await run(`publish ${build('1.0.0', { entry: 2, page: 10 })}`);
    const unstated = await run(`publish ${build('1.1.0', { entry: 2, page: 18 })}`);
    expect(unstated.code).toBe(1);
    expect(unstated.err).toContain(
      '[size] /jobs: 20.0 KiB of scripts first, 8.0 KiB (67 %) more than 1.0.0 needs.',
    );
    const stated = build('1.1.0', { entry: 2, page: 18, budget: { first: 21 } });
    const compressed = path.join(root, stated, 'dist/assets/page.1b1b1b1b.js.br');
    const content = readFileSync(compressed);
    writeFileSync(compressed, brotliCompressSync('less'));
    const damaged = await run(`publish ${stated}`);
    expect(damaged.code).toBe(1);
    expect(damaged.err).toContain('page.1b1b1b1b.js.br does not have the content of assets/page.1b1b1b1b.js');
    writeFileSync(compressed, content);
    expect(await run(`publish ${stated}`)).toMatchObject({ code: 0, out: 'Done: publish jobs 1.1.0' });
  });
});

it('the size gate of the shell compares with the active shell and refuses a size over the budget', async () => {
  const run = await team();
  const scripts = { 'assets/main.0a0a0a0a.js': noise(190), 'assets/frame.0c0c0c0c.js': noise(20) };
  write(path.join(root, 'shell-large/dist'), scripts, {
    kind: 'shell',
    ...shellRelease('1.1.0'),
    preload: [],
  });
  const { code, err } = await run('publish shell-large');
  expect(code).toBe(1);
  expect(err).toMatch(
    /^shell 1\.1\.0: every screen 190\.0 KiB first \(\+190\.0\), .* compared with 1\.0\.0$/m,
  );
  expect(err).toContain('[size] every screen: 190.0 KiB of scripts first, over its budget of 170 KiB');
});
