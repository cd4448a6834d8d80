import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../src/ports.ts';

/** Milliseconds: a process has to start for each. */
const PATIENCE = 30_000;
const START = fileURLToPath(new URL('../src/start.ts', import.meta.url));

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'dps-start-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Starts as `npm start` does and waits for the end. */
async function start(environment: Record<string, string>, options: string[] = []) {
  const env = { ...process.env, NODE_OPTIONS: '', DATA_DIR: dataDir, ...environment };
  const child = spawn(process.execPath, [START, ...options], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  await once(child, 'close');
  return { code: child.exitCode, said };
}

async function occupy(port: number, host: string): Promise<Server> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  return server;
}

describe('a start that cannot be', () => {
  it.each(['PORT', 'API_PORT'])(
    'names the port that another program has: %s',
    async (name) => {
      const ports = { PORT: String(await freePort()), API_PORT: String(await freePort()) };
      const taken = ports[name === 'PORT' ? 'PORT' : 'API_PORT'];
      const server = await occupy(Number(taken), '127.0.0.1');
      const { code, said } = await start(ports);
      server.close();
      expect(code).toBe(1);
      expect(said).toContain(
        `Port ${taken} is in use by another program. Stop it, or choose another: ${name}=`,
      );
    },
    PATIENCE,
  );

  it(
    'names the variable that is wrong',
    async () => {
      const { code, said } = await start({ PORT: 'abc' });
      expect(code).toBe(1);
      expect(said.trim()).toBe('PORT=abc cannot be used: expected a port number from 1 to 65535.');
    },
    PATIENCE,
  );

  it(
    'names the option that does not exist',
    async () => {
      const { code, said } = await start({}, ['--frehs']);
      expect(code).toBe(1);
      expect(said.trim()).toBe('There is no option --frehs. The options are --fresh and --help.');
    },
    PATIENCE,
  );

  it(
    'says that the own database does not answer, and shows no password',
    async () => {
      const ports = { PORT: String(await freePort()), API_PORT: String(await freePort()) };
      const nobody = await freePort();
      const { code, said } = await start({
        ...ports,
        DATABASE_URL: `postgres://me:s3cret@127.0.0.1:${nobody}/surveys`,
      });
      expect(code).toBe(1);
      expect(said).toContain(`DATABASE_URL: the database surveys at 127.0.0.1:${nobody} cannot be used`);
      expect(said).not.toContain('s3cret');
    },
    PATIENCE,
  );
});
