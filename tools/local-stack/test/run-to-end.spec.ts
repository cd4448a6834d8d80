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
  it('returns both outputs, and whether the command succeeded', async () => {
    expect(await shell('echo done; echo careful >&2')).toEqual({
      ok: true,
      output: expect.stringMatching(/^(done\ncareful|careful\ndone)$/),
    });
    expect(await shell('echo broken >&2; exit 3')).toEqual({ ok: false, output: 'broken' });
    const missing = await runToEnd(join(folder, 'missing'), [], { cwd: folder, env: {} });
    expect(missing).toEqual({ ok: false, output: expect.stringContaining('ENOENT') });
  });

  it('ends all processes of the command when aborted, and starts none afterwards', async () => {
    const controller = new AbortController();
    const running = shell('sleep 600 & echo $! > draft; mv draft inner; wait', controller.signal);
    while (!existsSync(join(folder, 'inner'))) await new Promise(setImmediate);
    const inner = Number(readFileSync(join(folder, 'inner'), 'utf8'));
    expect(isAlive(inner)).toBe(true);
    controller.abort(new Error('given up'));
    await expect(running).rejects.toThrow('given up');
    // The system removes an ended process from its table later.
    while (isAlive(inner)) await new Promise(setImmediate);
    await expect(shell('touch started', controller.signal)).rejects.toThrow('given up');
    expect(existsSync(join(folder, 'started'))).toBe(false);
  });
});
