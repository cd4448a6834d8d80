import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { packagesWith } from './packages.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'dps-packages-'));
afterAll(() => rmSync(root, { recursive: true }));

function writePackage(folder: string, content: object): void {
  mkdirSync(path.join(root, folder), { recursive: true });
  writeFileSync(path.join(root, folder, 'package.json'), JSON.stringify({ version: '1.0.0', ...content }));
}

beforeAll(() => {
  writePackage('.', { name: 'workspace', workspaces: ['ui', 'mfe-*', 'tools/*'] });
  writePackage('ui', { name: '@dps/ui', dependencies: { '@dps/contract': '1.0.0', react: '19.3.1' } });
  writePackage('mfe-jobs', { name: '@dps/mfe-jobs', dependencies: { '@dps/ui': '1.0.0' } });
  writePackage('tools/contract', { name: '@dps/contract', peerDependencies: { '@dps/api': '1.0.0' } });
  writePackage('tools/api', { name: '@dps/api', devDependencies: { '@dps/mfe-jobs': '1.0.0' } });
});

describe('packagesWith', () => {
  it('returns each package once with the packages that it needs to run', () => {
    expect(packagesWith(root, ['@dps/ui', '@dps/contract']).map(({ json }) => json.name)).toEqual([
      '@dps/ui',
      '@dps/contract',
      '@dps/api',
    ]);
  });

  it('throws for a name that no package has', () => {
    expect(() => packagesWith(root, ['@dps/kit'])).toThrow('The workspace has no package @dps/kit');
  });
});
