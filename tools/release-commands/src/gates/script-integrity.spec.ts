import { createHash } from 'node:crypto';
import { scriptsWithoutIntegrity } from './script-integrity.ts';

const integrity = (content: string, algorithm = 'sha256') =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;
const withoutIntegrity = (scripts: Record<string, string>) =>
  scriptsWithoutIntegrity(
    'entry.js',
    new Map(Object.entries(scripts).map(([name, text]) => [name, Buffer.from(text)])),
  );

describe('scriptsWithoutIntegrity', () => {
  it('returns none if the entry has all hashes', () => {
    const table = JSON.stringify({ 1: integrity('page'), 2: integrity('dialog', 'sha384') });
    expect(withoutIntegrity({ 'entry.js': table, 'page.js': 'page', 'dialog.js': 'dialog' })).toEqual([]);
  });

  it('returns none if a chunk has the hashes of the scripts that it loads', () => {
    const page = `load("dialog.js", "${integrity('dialog')}")`;
    expect(withoutIntegrity({ 'entry.js': integrity(page), 'page.js': page, 'dialog.js': 'dialog' })).toEqual(
      [],
    );
  });

  it('returns the scripts whose hash is missing', () => {
    expect(
      withoutIntegrity({ 'entry.js': integrity('page'), 'page.js': 'page', 'dialog.js': 'dialog' }),
    ).toEqual(['dialog.js']);
  });
});
