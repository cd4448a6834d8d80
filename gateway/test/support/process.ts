import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../..', import.meta.url));

/** Builds the gateway, so that the tests never run an old build. */
export function buildGateway(): void {
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'build'], {
    cwd: FOLDER,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`The gateway could not be built:\n${stdout}${stderr}`);
}

/** Exit code and output of a gateway process. */
export interface GatewayExit {
  code: number | null;
  output: string;
}

export interface GatewayProcess {
  /** `http://127.0.0.1:54321`. Rejects when the process ends before it listens. */
  url: Promise<string>;
  /** Sends SIGTERM and waits for the exit. */
  stop(): Promise<GatewayExit>;
  ended: Promise<GatewayExit>;
}

/** Runs the built gateway on a free port, with only these environment variables. */
export function runGateway(environment: Record<string, string>): GatewayProcess {
  const child = spawn(process.execPath, ['dist/main.js'], {
    cwd: FOLDER,
    env: { PATH: process.env['PATH'], GATEWAY_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const listening = Promise.withResolvers<string>();
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
    const url = /the gateway listens on (\S+)/.exec(output)?.[1];
    if (url !== undefined) listening.resolve(url);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const ended = once(child, 'close').then(() => {
    listening.reject(new Error(`The gateway ended: ${output}`));
    return { code: child.exitCode, output };
  });
  listening.promise.catch(() => undefined);
  return {
    url: listening.promise,
    ended,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
