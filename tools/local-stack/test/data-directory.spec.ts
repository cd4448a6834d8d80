import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataDirectory } from '../src/start/data-directory.ts';

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dps-data-'));
  dataDir = join(folder, 'nested', 'data');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('openDataDirectory', () => {
  it('creates the directory and keeps its content', () => {
    openDataDirectory(dataDir, false)();
    mkdirSync(join(dataDir, 'postgres'));
    openDataDirectory(dataDir, false)();
    expect(existsSync(join(dataDir, 'postgres'))).toBe(true);
  });

  it('deletes only the data of earlier starts with --fresh', () => {
    openDataDirectory(dataDir, false)();
    for (const part of ['postgres', 'store', 'logs']) mkdirSync(join(dataDir, part));
    writeFileSync(join(dataDir, 'payments.json'), '{}');
    writeFileSync(join(dataDir, 'notes.txt'), 'mine');
    openDataDirectory(dataDir, true)();
    for (const part of ['postgres', 'store', 'logs', 'payments.json'])
      expect(existsSync(join(dataDir, part))).toBe(false);
    expect(existsSync(join(dataDir, 'notes.txt'))).toBe(true);
  });

  it.each([false, true])('rejects a directory with other files (fresh: %s)', (fresh) => {
    mkdirSync(join(dataDir, 'postgres'), { recursive: true });
    expect(() => openDataDirectory(dataDir, fresh)).toThrow('has files of another program');
    expect(existsSync(join(dataDir, 'postgres'))).toBe(true);
  });

  it('refuses a file', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => openDataDirectory(join(folder, 'file'), false)).toThrow('is a file, expected a directory');
  });

  it('rejects a second start in the same directory', () => {
    const release = openDataDirectory(dataDir, false);
    expect(() => openDataDirectory(dataDir, true)).toThrow(`in use by process ${process.pid}`);
    release();
    openDataDirectory(dataDir, false)();
  });

  it('accepts a directory whose owner was killed', () => {
    openDataDirectory(dataDir, false)();
    writeFileSync(join(dataDir, 'owner'), '999999999\n1\n');
    openDataDirectory(dataDir, false)();
    writeFileSync(join(dataDir, 'owner'), `${process.pid}\nanother start\n`);
    openDataDirectory(dataDir, false)();
    expect(existsSync(join(dataDir, 'owner'))).toBe(false);
  });
});
