import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../src/process/process-identity.ts';
import { runToEnd } from '../src/process/run-to-end.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dps-run-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const shell = (script: string, signal?: AbortSignal) =>
  runToEnd('/bin/sh', ['-c', script], { cwd: folder, env: process.env, signal });

describe('runToEnd', () => {
  it('returns both outputs of the command', async () => {
    expect(await shell('echo done; echo careful >&2')).toEqual({
      ok: true,
      output: expect.stringMatching(/^(done\ncareful|careful\ndone)$/),
    });
  });

  it('returns the exit code', async () => {
    expect(await shell('echo broken >&2; exit 3')).toEqual({ ok: false, output: 'broken' });
  });

  it('returns the error of a command that cannot start', async () => {
    const finished = await runToEnd(join(folder, 'missing'), [], { cwd: folder, env: {} });
    expect(finished).toEqual({ ok: false, output: expect.stringContaining('ENOENT') });
  });

  it('ends all processes of the command when aborted', async () => {
    const controller = new AbortController();
    const running = shell('sleep 600 & echo $! > draft; mv draft inner; wait', controller.signal);
    while (!existsSync(join(folder, 'inner'))) await new Promise(setImmediate);
    const inner = Number(readFileSync(join(folder, 'inner'), 'utf8'));
    expect(isAlive(inner)).toBe(true);
    controller.abort(new Error('given up'));
    await expect(running).rejects.toThrow('given up');
    // The system removes an ended process from its table later.
    while (isAlive(inner)) await new Promise(setImmediate);
  });

  it('starts no command after a cancellation', async () => {
    await expect(shell('touch started', AbortSignal.abort(new Error('given up')))).rejects.toThrow(
      'given up',
    );
  });
});
