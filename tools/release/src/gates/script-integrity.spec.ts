import { createHash } from 'node:crypto';
import { unvouchedScripts } from './vouched-scripts.ts';

const integrity = (content: string, algorithm = 'sha256') =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;
const unvouched = (scripts: Record<string, string>) =>
  unvouchedScripts(
    'entry.js',
    new Map(Object.entries(scripts).map(([name, text]) => [name, Buffer.from(text)])),
  );

describe('scripts for which nobody vouches', () => {
  it('are none where the entry has the digest of each', () => {
    const table = JSON.stringify({ 1: integrity('page'), 2: integrity('dialog', 'sha384') });
    expect(unvouched({ 'entry.js': table, 'page.js': 'page', 'dialog.js': 'dialog' })).toEqual([]);
  });

  it('are none where a chunk vouches for those that it loads', () => {
    const page = `load("dialog.js", "${integrity('dialog')}")`;
    expect(unvouched({ 'entry.js': integrity(page), 'page.js': page, 'dialog.js': 'dialog' })).toEqual([]);
  });

  it('are those whose digest is nowhere', () => {
    expect(unvouched({ 'entry.js': integrity('page'), 'page.js': 'page', 'dialog.js': 'dialog' })).toEqual([
      'dialog.js',
    ]);
  });
});
