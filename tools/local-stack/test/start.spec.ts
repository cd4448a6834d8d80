import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../src/ports.ts';

/** Timeout in milliseconds: each test starts a process. */
const TIMEOUT_MS = 30_000;
const START = fileURLToPath(new URL('../src/start.ts', import.meta.url));

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'dps-start-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Runs `npm start` and waits for its end. */
async function start(environment: Record<string, string>, options: string[] = []) {
  const env = { ...process.env, NODE_OPTIONS: '', DATA_DIR: dataDir, ...environment };
  const child = spawn(process.execPath, [START, ...options], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  await once(child, 'close');
  return { code: child.exitCode, output };
}

async function occupy(port: number, host: string): Promise<Server> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  return server;
}

describe('a start that fails', () => {
  it.each(['PORT', 'API_PORT'])(
    'names the port in use: %s',
    async (name) => {
      const ports = { PORT: String(await freePort()), API_PORT: String(await freePort()) };
      const taken = ports[name === 'PORT' ? 'PORT' : 'API_PORT'];
      const server = await occupy(Number(taken), '127.0.0.1');
      const { code, output } = await start(ports);
      server.close();
      expect(code).toBe(1);
      expect(output).toContain(
        `Port ${taken} is in use by another program. Stop it, or choose another: ${name}=`,
      );
    },
    TIMEOUT_MS,
  );

  it(
    'names the wrong variable',
    async () => {
      const { code, output } = await start({ PORT: 'abc' });
      expect(code).toBe(1);
      expect(output.trim()).toBe('PORT=abc cannot be used: expected a port number from 1 to 65535.');
    },
    TIMEOUT_MS,
  );

  it(
    'names the unknown option',
    async () => {
      const { code, output } = await start({}, ['--frehs']);
      expect(code).toBe(1);
      expect(output.trim()).toBe('There is no option --frehs. The options are --fresh and --help.');
    },
    TIMEOUT_MS,
  );

  it(
    'reports an unreachable external database without its password',
    async () => {
      const ports = { PORT: String(await freePort()), API_PORT: String(await freePort()) };
      const unusedPort = await freePort();
      const { code, output } = await start({
        ...ports,
        DATABASE_URL: `postgres://me:s3cret@127.0.0.1:${unusedPort}/surveys`,
      });
      expect(code).toBe(1);
      expect(output).toContain(
        `DATABASE_URL: the database surveys at 127.0.0.1:${unusedPort} cannot be used`,
      );
      expect(output).not.toContain('s3cret');
    },
    TIMEOUT_MS,
  );
});
