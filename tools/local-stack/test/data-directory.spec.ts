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
  it('keeps the data of earlier starts, and deletes it and nothing else with --fresh', () => {
    openDataDirectory(dataDir, false)();
    for (const part of ['postgres', 'store', 'logs']) mkdirSync(join(dataDir, part));
    writeFileSync(join(dataDir, 'payments.json'), '{}');
    writeFileSync(join(dataDir, 'notes.txt'), 'mine');
    openDataDirectory(dataDir, false)();
    expect(existsSync(join(dataDir, 'postgres'))).toBe(true);
    openDataDirectory(dataDir, true)();
    for (const part of ['postgres', 'store', 'logs', 'payments.json'])
      expect(existsSync(join(dataDir, part))).toBe(false);
    expect(existsSync(join(dataDir, 'notes.txt'))).toBe(true);
  });

  it('rejects a file, and a directory with other files', () => {
    mkdirSync(join(dataDir, 'postgres'), { recursive: true });
    expect(() => openDataDirectory(dataDir, true)).toThrow('has files of another program');
    expect(existsSync(join(dataDir, 'postgres'))).toBe(true);
    writeFileSync(join(folder, 'file'), '');
    expect(() => openDataDirectory(join(folder, 'file'), false)).toThrow('is a file, expected a directory');
  });

  it('rejects a second start in the same directory, until its owner releases it or is gone', () => {
    const release = openDataDirectory(dataDir, false);
    expect(() => openDataDirectory(dataDir, true)).toThrow(`in use by process ${process.pid}`);
    release();
    for (const gone of ['999999999\n1\n', `${process.pid}\nanother start\n`]) {
      writeFileSync(join(dataDir, 'owner'), gone);
      openDataDirectory(dataDir, false)();
    }
    expect(existsSync(join(dataDir, 'owner'))).toBe(false);
  });
});
