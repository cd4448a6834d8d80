import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { parseContractFile } from '../src/contract-types/contract-file.ts';
import { integrityOf } from '@dps/release-store/integrity';
import { sampleModule } from './sample-module.ts';

const command = path.join(import.meta.dirname, '../bin/dps-build.mjs');
const cleanUp: (() => void)[] = [];
afterAll(() => cleanUp.splice(0).forEach((remove) => remove()));

/** Builds a small module with the command that every package's build script calls. */
function build(changes: Record<string, string> = {}) {
  const { dir, remove } = sampleModule(changes);
  cleanUp.push(remove);
  const { status, stdout, stderr } = spawnSync(process.execPath, [command], { cwd: dir, encoding: 'utf8' });
  const dist = path.join(dir, 'dist');
  const read = (file: string) => readFileSync(path.join(dist, file));
  return { status, stdout, stderr, read, dist };
}

describe('a module that was built', () => {
  const { status, stdout, read, dist } = build();
  const release = JSON.parse(read('release.json').toString());

  it('says so in one line', () => {
    expect(stdout).toMatch(/^@dps\/mfe-sample 1\.2\.3: \d+ files, .* s\n$/);
    expect(status).toBe(0);
  });

  it('has a release whose files are what it says they are', () => {
    expect(release).toMatchObject({
      name: 'sample',
      container: 'mfe_sample_1_2_3',
      base: '/modules/sample/1.2.3/',
      contract: '^1.0.0 || ^2.0.0',
      widgets: ['sample.card'],
    });
    const assets = readdirSync(path.join(dist, 'assets')).filter((file) => file.endsWith('.js'));
    expect(Object.keys(release.files)).toEqual(
      expect.arrayContaining(assets.map((file) => `assets/${file}`)),
    );
    for (const [file, integrity] of Object.entries(release.files))
      expect(integrityOf(read(file))).toBe(integrity);
  });

  it('names what each page needs first, what the module exposes before the page', () => {
    const [sample, other] = release.routes;
    for (const [{ chunks }, text] of [
      [sample, 'The sample page'],
      [other, 'The other page'],
    ]) {
      expect(read(chunks[0]).toString()).toContain('sample.card');
      expect(read(chunks.at(-1)).toString()).toContain(text);
    }
    expect(sample.shared).toContain('@dps/shared-contracts/ui');
    expect(other.shared).toEqual(['react/jsx-runtime']);
  });

  it('has an entry that carries its version and vouches for every chunk', () => {
    const entry = read(release.entry).toString();
    expect(entry).toContain('mfe_sample_1_2_3');
    const chunks = Object.keys(release.files).filter(
      (file) => file.endsWith('.js') && file !== release.entry,
    );
    expect(chunks.length).toBe(4);
    for (const chunk of chunks) expect(entry).toContain(release.files[chunk]);
  });

  it('says what its contract looked like, and what it uses of it', () => {
    const contract = parseContractFile(read('contract.json').toString());
    expect(contract.use).toEqual({
      imports: {
        '@dps/shared-contracts/module': ['defineModule'],
        '@dps/shared-contracts/ui': ['Typography'],
      },
      shows: [],
      provides: ['sample.card'],
    });
    const entry = contract.entries['@dps/shared-contracts/ui/toast'] ?? '';
    expect(contract.files[entry]).toContain('export declare function toast(');
    expect(Object.keys(contract.files).join()).not.toMatch(/spec|testing/);
    expect(contract.files['ui/status/StatusBadge.d.ts']).toContain("from '../../index.ts'");
    expect(Object.values(contract.files).join()).not.toContain('@dps/');
    expect(Object.keys(release.files)).toContain('contract.json');
    expect(existsSync(path.join(dist, 'contract.json.br'))).toBe(false);
  });

  it('has each file compressed as well', () => {
    expect(brotliDecompressSync(read(`${release.entry}.br`))).toEqual(read(release.entry));
    expect(gunzipSync(read(`${release.entry}.gz`))).toEqual(read(release.entry));
  });
});

describe('a module with a worker', () => {
  const { status, read } = build({
    'src/Card.tsx': `
      import { WorkerScript } from '@dps/shared-contracts/worker';
      const start = () => new WorkerScript(new URL('./card.worker.ts', import.meta.url)).start();
      export default function Card() { return <button onClick={start}>The card</button>; }`,
    'src/card.worker.ts': `
      import { BIG } from './big.ts';
      self.postMessage('The worker ' + BIG);`,
    'src/OtherPage.tsx': `
      import { BIG } from './big.ts';
      export default function OtherPage() { return <p>{BIG}</p>; }`,
    'src/big.ts': `export const BIG = globalThis.location.href + '${'large '.repeat(2000)}';`,
  });
  const scripts = Object.keys(JSON.parse(read('release.json').toString()).files).filter((file) =>
    file.endsWith('.js'),
  );
  const script = scripts.find((file) => read(file).includes('The worker')) ?? '';

  it('has all of the worker in its script, also what pages share with it', () => {
    expect(read(script).toString()).toContain('large large');
    expect(read(script).toString()).not.toContain('importScripts(');
  });

  it('vouches for the script of the worker in its entry', () => {
    expect(status).toBe(0);
    const release = JSON.parse(read('release.json').toString());
    expect(read(release.entry).toString()).toContain(release.files[script]);
  });
});

describe('a module that breaks rules', () => {
  const { status, stderr, dist } = build({
    'src/module.ts': `
      import { SnackbarProvider } from 'notistack';
      import Button from '@mui/material/Button';
      import { c } from 'react/compiler-runtime';
      export default { SnackbarProvider, Button, c };`,
  });

  it.each([
    '[one-copy] notistack is bundled, brought in by src/module.ts',
    '[kit-first] src/module.ts imports @mui/material/Button, which the kit offers',
    "import { Button } from '@dps/ui'",
    '[shared-available] the module takes react/compiler-runtime from the page',
    '[route-page] module.json names src/SamplePage.tsx for /sample',
    '[widget-source] module.json names src/Card.tsx for sample.card',
  ])('is told %s', (message) => expect(stderr).toContain(message));

  it('has no release', () => {
    expect(status).toBe(1);
    expect(existsSync(path.join(dist, 'release.json'))).toBe(false);
  });
});

describe('a module that is too large', () => {
  // What is random does not get smaller.
  const noise = randomBytes(40_000).toString('base64');
  const { status, stderr, dist } = build({
    'src/OtherPage.tsx': `
      import { NOISE } from './noise.ts';
      export default function OtherPage() { return <p>{NOISE}</p>; }`,
    'src/noise.ts': `export const NOISE = '${noise}' + globalThis.location.href;`,
  });

  it('is told by how much, and what takes the most', () => {
    expect(stderr).toMatch(
      /\[size-budget\] \/sample\/other: 4\d\.\d KiB of scripts first, over its budget of 30 KiB/,
    );
    expect(stderr).toMatch(/Largest files: assets\/\w+\.\w+\.js 3\d\.\d KiB, /);
    expect(stderr).toMatch(/Largest packages, as source: its own sources 5\d\.\d KiB/);
  });

  it('has no release', () => {
    expect(status).toBe(1);
    expect(existsSync(path.join(dist, 'release.json'))).toBe(false);
  });
});

describe('a module that cannot be built', () => {
  it.each([
    ['no JSON', { 'module.json': '{' }, /module\.json cannot be read/],
    [
      'an unknown field',
      { 'module.json': '{"name":"sample","pages":[]}' },
      /not a valid module manifest.*title: Required.*pages/s,
    ],
    [
      "another module's name",
      { 'package.json': '{"name":"@dps/mfe-other","version":"1.0.0"}' },
      /module\.json says "sample", but the package is @dps\/mfe-other/,
    ],
    ['a source that does not compile', { 'src/Card.tsx': 'export default function (' }, /Card\.tsx/],
  ])('with %s says what is wrong', (_what, changes: Record<string, string>, message) => {
    const { status, stderr } = build(changes);
    expect(stderr).toMatch(message);
    expect(status).toBe(1);
  });
});
