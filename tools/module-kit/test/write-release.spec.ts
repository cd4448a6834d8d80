import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { parseModuleBuild } from '@dps/contract';
import { parseContractFile } from '../src/contract-types/contract-file.ts';
import { moduleFormat } from '../src/module-format.ts';
import { integrityOf } from '@dps/release/store/integrity';
import { writeRelease, type FinishedBuild } from '../src/release/write-release.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'dps-other-tool-'));
afterAll(() => rmSync(root, { recursive: true }));

const MANIFEST = {
  name: 'notices',
  title: 'Notices',
  contract: '^1.0.0',
  routes: [{ path: '/notices', title: 'Notices', access: 'user', page: 'src/NoticesPage.tsx' }],
  navigation: [{ path: '/notices', label: 'Notices', order: 60, icon: 'M0 0' }],
  widgets: [],
};
const NO_ASSETS = { js: { sync: [], async: [] } };
const REACT = { name: 'react', singleton: true, requiredVersion: '^19.3.0', assets: NO_ASSETS };
/** The `mf-manifest.json` of the build below. */
const FEDERATION = {
  name: 'mfe_notices_2_1_0',
  metaData: { remoteEntry: { path: '', name: 'assets/entry.js' } },
  exposes: [{ path: './module' }],
  shared: [REACT],
};
const SCRIPTS = { 'assets/entry.js': 'entry', 'assets/exposed.js': 'exposed', 'assets/page.js': 'page' };

/** Writes the output of another build tool: its scripts, and the files of its federation plugin. */
function finishedBuild(federation: object = {}, given: Partial<FinishedBuild> = {}): FinishedBuild {
  const dir = mkdtempSync(path.join(root, 'notices-'));
  const folder = path.join(dir, 'out');
  mkdirSync(path.join(folder, 'assets'), { recursive: true });
  writeFileSync(path.join(dir, 'package.json'), JSON.stringify({ name: 'notices', version: '2.1.0' }));
  writeFileSync(path.join(dir, 'module.json'), JSON.stringify(MANIFEST));
  writeFileSync(path.join(folder, 'mf-manifest.json'), JSON.stringify({ ...FEDERATION, ...federation }));
  writeFileSync(path.join(folder, 'mf-stats.json'), '{}');
  mkdirSync(path.join(dir, 'src'));
  writeFileSync(path.join(dir, 'src/module.ts'), `import { toast } from '@dps/ui/toast';`);
  for (const [name, content] of Object.entries(SCRIPTS)) writeFileSync(path.join(folder, name), content);
  const pages = { 'src/NoticesPage.tsx': ['assets/exposed.js', 'assets/page.js'] };
  return { module: moduleFormat(dir), folder, pages, sources: [path.join(dir, 'src/module.ts')], ...given };
}

describe('writeRelease', () => {
  it('writes the release of a module that another tool has built', async () => {
    const built = finishedBuild();
    await writeRelease(built);
    const read = (file: string) => readFileSync(path.join(built.folder, file));
    const release = parseModuleBuild(read('release.json').toString());
    expect(release).toMatchObject({
      name: 'notices',
      title: 'Notices',
      version: '2.1.0',
      container: 'mfe_notices_2_1_0',
      base: '/modules/notices/2.1.0/',
      entry: 'assets/entry.js',
      contract: '^1.0.0',
      navigation: MANIFEST.navigation,
    });
    expect(release.routes).toEqual([
      {
        path: '/notices',
        title: 'Notices',
        access: 'user',
        chunks: ['assets/exposed.js', 'assets/page.js'],
        shared: ['react'],
      },
    ]);
    expect(Object.keys(release.files)).toEqual([
      ...Object.keys(SCRIPTS),
      'contract.json',
      'mf-manifest.json',
      'module.json',
    ]);
    expect(parseContractFile(read('contract.json').toString()).use).toEqual({
      imports: { '@dps/shared-contracts/ui/toast': ['toast'] },
      shows: [],
      provides: [],
    });
    for (const [file, integrity] of Object.entries(release.files))
      expect(integrityOf(read(file))).toBe(integrity);
    expect(brotliDecompressSync(read('assets/page.js.br')).toString()).toBe('page');
  });

  it.each<[string, object, Partial<FinishedBuild>, string]>([
    ['a container name without the version', { name: 'mfe_notices' }, {}, '[container-name]'],
    ['a container that exposes no module', { exposes: [] }, {}, '[exposed-module]'],
    [
      'a copy of a shared package',
      { shared: [{ ...REACT, assets: { js: { sync: ['assets/react.js'], async: [] } } }] },
      {},
      '[no-fallback-copy]',
    ],
    [
      'a range that differs from the policy',
      { shared: [{ ...REACT, requiredVersion: '^18.0.0' }] },
      {},
      '[shared-policy]',
    ],
    [
      'a shared package outside the policy',
      { shared: [{ ...REACT, name: 'yup' }] },
      {},
      '[shared-available]',
    ],
    [
      'a second React',
      {},
      { sources: ['/w/node_modules/react-dom/client.js'] },
      '[one-copy] react-dom is bundled',
    ],
    ['a route without page files', {}, { pages: {} }, '[route-page]'],
    [
      'a missing script',
      {},
      { pages: { 'src/NoticesPage.tsx': ['assets/gone.js'] } },
      'notices has no file assets/gone.js',
    ],
    [
      'a missing entry',
      { metaData: { remoteEntry: { path: 'assets', name: 'gone.js' } } },
      {},
      'notices has no file assets/gone.js',
    ],
  ])('rejects %s', async (_case, federation, given, message) => {
    const built = finishedBuild(federation, given);
    await expect(writeRelease(built)).rejects.toThrow(message);
    expect(existsSync(path.join(built.folder, 'release.json'))).toBe(false);
  });

  it('rejects a build without mf-manifest.json', async () => {
    const built = finishedBuild();
    rmSync(path.join(built.folder, 'mf-manifest.json'));
    await expect(writeRelease(built)).rejects.toThrow('mf-manifest.json cannot be read');
  });
});
