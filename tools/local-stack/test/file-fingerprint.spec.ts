import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fingerprintFiles } from '../src/start/build.ts';

let parent: string;
let folder: string;
const write = (file: string, text: string) => {
  mkdirSync(join(folder, file, '..'), { recursive: true });
  writeFileSync(join(folder, file), text);
};
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'dps-fingerprint-'));
  // The workspace itself may be below a folder with this name.
  folder = join(parent, 'dist', 'workspace');
  write('api/src/main.ts', 'one');
  write('api/dist/main.js', 'one');
});
afterEach(() => rmSync(parent, { recursive: true }));

/** Returns which of the two digests a change changes. */
function changedBy(change: () => void): string[] {
  const before = fingerprintFiles(folder);
  change();
  const after = fingerprintFiles(folder);
  return (['sources', 'builds'] as const).filter((name) => before[name] !== after[name]);
}

describe('fingerprintFiles', () => {
  it.each<[change: string, make: () => void, changed: string[]]>([
    ['another size of a source', () => write('api/src/main.ts', 'three'), ['sources']],
    ['another time of a source', () => utimesSync(join(folder, 'api/src/main.ts'), 1, 1), ['sources']],
    ['a removed source', () => rmSync(join(folder, 'api/src/main.ts')), ['sources']],
    ['a hidden file', () => write('api/.swcrc', '{}'), ['sources']],
    ['a changed result of a build', () => write('api/dist/main.js', 'three'), ['builds']],
    ['removed results of a build', () => rmSync(join(folder, 'api/dist'), { recursive: true }), ['builds']],
    ['a package', () => write('node_modules/yup/index.js', ''), []],
    ['a file in a hidden folder', () => write('.data/logs/api.log', ''), []],
  ])('after %s', (_change, make, changed) => {
    expect(changedBy(make)).toEqual(changed);
  });
});
