import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releasedPackages } from './workspace-packages.ts';

const workspace = mkdtempSync(join(tmpdir(), 'dps-workspace-'));
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

function writePackage(folder: string, name: string, ...files: string[]) {
  mkdirSync(join(workspace, folder));
  writeFileSync(join(workspace, folder, 'package.json'), JSON.stringify({ name }));
  for (const file of files) writeFileSync(join(workspace, folder, file), '{}');
}

it('returns the shell, then every module, and throws without a shell', () => {
  writePackage('api', '@dps/api');
  writePackage('mfe-jobs', '@dps/mfe-jobs', 'module.json');
  writePackage('mfe-notes', '@dps/mfe-notes');
  writePackage('weather', '@another-team/weather', 'module.json');
  mkdirSync(join(workspace, 'docs'));
  expect(() => releasedPackages(workspace)).toThrow('has no package @dps/shell');
  writePackage('shell', '@dps/shell');
  const folders = ['shell', 'mfe-jobs', 'weather'].map((folder) => join(workspace, folder));
  expect(releasedPackages(workspace)).toEqual(folders);
});
