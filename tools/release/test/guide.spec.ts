import { readFileSync } from 'node:fs';
import { readCommand } from '../src/commands/run-command.ts';

const guide = readFileSync(new URL('../../../docs/owning-a-module.md', import.meta.url), 'utf8');
const lines = [...guide.matchAll(/npm run release -- ([a-z][^`\n#]*)/g)].map(([, line = '']) => line.trim());

describe('the guide for module owners', () => {
  it.each(lines)('npm run release -- %s', (line) => {
    expect(readCommand(line.split(' ')).name).not.toBe('help');
  });

  it('shows every rollout command', () => {
    const names = new Set(lines.map((line) => line.split(' ')[0]));
    expect(names).toEqual(
      new Set([
        'canary',
        'keygen',
        'preview',
        'promote',
        'publish',
        'retire',
        'rollback',
        'status',
        'verify',
        'widgets',
      ]),
    );
  });
});
