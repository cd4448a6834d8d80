import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../src/ports.ts';

const START = fileURLToPath(new URL('../src/start.ts', import.meta.url));

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'dps-start-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Runs `npm start` and waits for its end. */
async function start(environment: Record<string, string>) {
  const env = { ...process.env, NODE_OPTIONS: '', DATA_DIR: dataDir, ...environment };
  const child = spawn(process.execPath, [START], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  await once(child, 'close');
  return { code: child.exitCode, output: output.trim() };
}

describe('a start that fails', () => {
  it('prints the wrong variables and nothing else', async () => {
    const output = 'PORT=abc cannot be used: expected a port number from 1 to 65535.';
    expect(await start({ PORT: 'abc' })).toEqual({ code: 1, output });
  });

  it('names the port in use', async () => {
    const [port, taken] = [await freePort(), await freePort()];
    const server = createServer().listen(taken, '127.0.0.1');
    await once(server, 'listening');
    const { code, output } = await start({ PORT: String(port), API_PORT: String(taken) });
    server.close();
    expect(code).toBe(1);
    expect(output).toContain(
      `Port ${taken} is in use by another program. Stop it, or choose another: API_PORT=`,
    );
  });
});
