import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { originalPositionFor, sourceContentFor, TraceMap } from '@jridgewell/trace-mapping';
import { parseContractFile } from '../../src/contract-types/contract-file.ts';
import { integrityOf } from '@dps/release/store/integrity';
import { MANIFEST, sampleModule } from '../sample-module.ts';

/** Timeout in milliseconds: each test runs a build. */
const TIMEOUT_MS = 300_000;
const command = path.join(import.meta.dirname, '../../bin/dps-build.mjs');
const cleanUp: (() => void)[] = [];
afterAll(() => cleanUp.splice(0).forEach((remove) => remove()));

/** Builds a small module with `dps-build`. */
function build(changes: Record<string, string> = {}) {
  const { dir, remove } = sampleModule(changes);
  cleanUp.push(remove);
  const { status, stdout, stderr } = spawnSync(process.execPath, [command], { cwd: dir, encoding: 'utf8' });
  const dist = path.join(dir, 'dist');
  const read = (file: string) => readFileSync(path.join(dist, file));
  return { status, stdout, stderr, read, dist };
}

describe('the build of a valid module with a worker', () => {
  const { status, stdout, read, dist } = build({
    'src/Card.tsx': `
      import { WorkerScript } from '@dps/contract/worker';
      const start = () => new WorkerScript(new URL('./card.worker.ts', import.meta.url)).start();
      export default function Card() { return <button onClick={start}>The card</button>; }`,
    'src/card.worker.ts': `
      import { BIG } from './big.ts';
      self.postMessage('The worker ' + BIG);`,
    'src/OtherPage.tsx': `
      import { BIG } from './big.ts';
      export default function OtherPage() { return <p>{'The other page' + BIG}</p>; }`,
    'src/big.ts': `export const BIG = globalThis.location.href + '${'large '.repeat(2000)}';`,
  });
  const release = JSON.parse(read('release.json').toString());

  it('prints one line', () => {
    expect(stdout).toMatch(/^@another-team\/sample 1\.2\.3: \d+ files, .* s\n$/);
    expect(status).toBe(0);
  });

  it('writes release.json with the integrity of all files', () => {
    expect(release).toMatchObject({
      name: 'sample',
      container: 'mfe_sample_1_2_3',
      base: '/modules/sample/1.2.3/',
      contract: '^1.0.0 || ^2.0.0',
      widgets: ['sample.card'],
      owner: 'Samples',
      origins: ['https://samples.example'],
    });
    const assets = readdirSync(path.join(dist, 'assets')).filter((file) => file.endsWith('.js'));
    expect(Object.keys(release.files)).toEqual(
      expect.arrayContaining(assets.map((file) => `assets/${file}`)),
    );
    for (const [file, integrity] of Object.entries(release.files))
      expect(integrityOf(read(file))).toBe(integrity);
  });

  it('begins each script with the hint to compile it while it arrives', () => {
    const scripts = Object.keys(release.files).filter((file) => file.endsWith('.js'));
    for (const file of scripts) expect(read(file).toString()).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  });

  it('lists the chunks of each page, the exposed module first', () => {
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

  it.each([
    ['a page', /^assets\/\d+\.\w+\.js$/, 'The sample page', 'src/SamplePage.tsx'],
    [
      'the entry, behind the table of digests',
      /^assets\/remoteEntry/,
      'prevStartup is not a function',
      'embed/federation',
    ],
  ])('writes a source map of %s that is no file of the release', (_case, name, text, source) => {
    const file = Object.keys(release.files).find(
      (each) => name.test(each) && read(each).toString().includes(text),
    );
    const code = file ? read(file).toString() : '';
    const lines = code.slice(0, code.indexOf(text)).split('\n');
    const position = { line: lines.length, column: lines.at(-1)?.length ?? 0 };
    const map = new TraceMap(read(`.source-maps/${file}.map`).toString());
    const found = originalPositionFor(map, position);
    expect(found.source).toContain(source);
    const lineOfSource = sourceContentFor(map, found.source ?? '')?.split('\n')[(found.line ?? 0) - 1];
    expect(lineOfSource).toContain(text);
    expect(Object.keys(release.files).filter((each) => each.includes('source-maps'))).toEqual([]);
    expect(code).not.toContain('sourceMappingURL');
  });

  it('writes the container name and the integrity of every chunk into the entry', () => {
    const entry = read(release.entry).toString();
    expect(entry).toContain('mfe_sample_1_2_3');
    const chunks = Object.keys(release.files).filter(
      (file) => file.endsWith('.js') && file !== release.entry,
    );
    expect(chunks.length).toBe(5);
    for (const chunk of chunks) expect(entry).toContain(release.files[chunk]);
  });

  it('writes contract.json with the types of the contract and the use of it', () => {
    const contract = parseContractFile(read('contract.json').toString());
    expect(contract.use).toEqual({
      imports: {
        '@dps/shared-contracts/module': ['defineModule'],
        '@dps/shared-contracts/ui': ['Typography'],
        '@dps/shared-contracts/worker': ['WorkerScript'],
      },
      shows: [],
      provides: ['sample.card'],
      declared: ['sample.card'],
    });
    expect(contract.widgets?.['sample']).toContain("interface WidgetProps { 'sample.card': object }");
    const entry = contract.entries['@dps/shared-contracts/ui/toast'] ?? '';
    expect(contract.files[entry]).toContain('export declare function toast(');
    expect(Object.keys(contract.files).join()).not.toMatch(/spec|testing/);
    expect(contract.files['ui/status/StatusBadge.d.ts']).toContain("from '../../index.ts'");
    expect(Object.values(contract.files).join()).not.toContain('@dps/');
    expect(Object.keys(release.files)).toContain('contract.json');
    expect(existsSync(path.join(dist, 'contract.json.br'))).toBe(false);
  });

  it('writes all code of the worker into one script, including code that it shares with pages', () => {
    const worker = Object.keys(release.files).find((file) => read(file).includes('The worker')) ?? '';
    expect(read(worker).toString()).toContain('large large');
    expect(read(worker).toString()).not.toContain('importScripts(');
    expect(read(release.entry).toString()).toContain(release.files[worker]);
  });

  it('writes compressed copies', () => {
    expect(brotliDecompressSync(read(`${release.entry}.br`))).toEqual(read(release.entry));
    expect(gunzipSync(read(`${release.entry}.gz`))).toEqual(read(release.entry));
  });
});

describe('the build of a module that breaks rules', () => {
  const { status, stderr, dist } = build({
    'module.json': MANIFEST.replace('^1.0.0 || ^2.0.0', '^9.0.0'),
    'src/module.ts': `
      import { SnackbarProvider } from 'notistack';
      import Button from '@mui/material/Button';
      import { c } from 'react/compiler-runtime';
      export default { SnackbarProvider, Button, c };`,
  });

  it('prints each violation with advice, and fails without release.json', () => {
    for (const message of [
      '[one-copy] notistack is bundled, imported by src/module.ts',
      '[kit-first] src/module.ts imports @mui/material/Button, which the kit exports',
      "import { Button } from '@dps/ui'",
      // The bundler ignores it.
      '[types] the sources have type errors:\n      src/module.ts(4,16): error TS2305',
      'Correct them, then build again.',
      '[shared-available] the module shares react/compiler-runtime',
      '[contract-range] module.json states the contract range ^9.0.0',
      '[route-page] module.json names src/SamplePage.tsx for /sample',
      '[widget-source] module.json names src/Card.tsx for sample.card',
    ])
      expect(stderr).toContain(message);
    expect(status).toBe(1);
    expect(existsSync(path.join(dist, 'release.json'))).toBe(false);
  });
});

// Random data does not compress.
const noise = randomBytes(40_000).toString('base64');

it.each([
  [
    'an unknown field',
    { 'module.json': '{"name":"sample","pages":[]}' },
    /not a valid module manifest.*title: Required.*pages/s,
  ],
  ['a source that does not compile', { 'src/Card.tsx': 'export default function (' }, /Card\.tsx/],
  [
    'an imported style sheet',
    { 'src/Card.tsx': "import './card.css';\nexport default () => null;", 'src/card.css': 'p { margin: 0 }' },
    /Card\.tsx.*\n.*\.\/card\.css cannot be imported, because a release has scripts only: style with `styled`/,
  ],
  [
    'a page over its budget',
    {
      'src/OtherPage.tsx': `
        import { NOISE } from './noise.ts';
        export default function OtherPage() { return <p>{NOISE}</p>; }`,
      'src/noise.ts': `export const NOISE = '${noise}' + globalThis.location.href;`,
    },
    /\[size-budget\] \/sample\/other: 4\d\.\d KiB of scripts first, over its budget of 30 KiB\n.*Largest files: assets\/\w+\.\w+\.js 3\d\.\d KiB, .*Largest packages \(source size\): own sources 5\d\.\d KiB/s,
  ],
])(
  'the build with %s fails and prints the cause',
  (_case, changes: Record<string, string>, message) => {
    const { status, stderr, dist } = build(changes);
    expect(stderr).toMatch(message);
    expect([status, existsSync(path.join(dist, 'release.json'))]).toEqual([1, false]);
  },
  TIMEOUT_MS,
);
