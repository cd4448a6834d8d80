import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { addressFor } from '@dps/local-stack/postgres/roles';
import { stopChild } from '@dps/local-stack/process/stop-child';
import { watchOver } from '@dps/local-stack/process/watchdog';
import { paths } from '@dps/contract';

/** Keys of the payment sandboxes and of the API in tests. */
export const SANDBOX_KEYS = {
  publishableKey: 'pk_test_unit',
  secretKey: 'sk_test_unit',
  webhookSecret: 'whsec_unit',
};

/** The folder of the API package. */
export const API_FOLDER = join(import.meta.dirname, '../..');
const MAIN = join(API_FOLDER, 'dist/main.js');
const DATABASE_COMMAND = join(API_FOLDER, 'dist/cli/database.js');
const KEPT_LINES = 500;
/** Longer than the shutdown timeout of the API. */
const END_WITHIN_MS = 20_000;
const REQUEST_LINE = '"msg":"request"';

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** The output of a process, with the promises that wait for a log message. */
class Output {
  private readonly lines: string[] = [];
  private readonly waiting = new Map<string, () => void>();

  /** Stores the lines of a stream, except the numerous request lines. */
  read(stream: Readable): void {
    createInterface({ input: stream }).on('line', (line) => {
      if (line.includes(REQUEST_LINE)) return;
      this.lines.push(line);
      if (this.lines.length > KEPT_LINES) this.lines.shift();
      for (const [message, resolve] of this.waiting) if (hasMessage(line, message)) resolve();
    });
  }

  /** The last log line with this message. */
  find(message: string): string | undefined {
    return this.lines.findLast((line) => hasMessage(line, message));
  }

  /** Resolves when the log has a line with this message. */
  has(message: string): Promise<void> {
    if (this.find(message) !== undefined) return Promise.resolve();
    return new Promise((resolve) => this.waiting.set(message, resolve));
  }

  toString(): string {
    return this.lines.join('\n');
  }
}

const hasMessage = (line: string, message: string) => line.includes(`"msg":"${message}"`);

/** One process of the API, on its own port of the loopback interface. */
export class ApiProcess {
  readonly ended: Promise<Exit>;
  private readonly child: ChildProcess;
  private readonly written = new Output();
  private readonly unwatch: () => void;
  private address = '';

  /** Starts a process with only this environment, PATH and the cache of compiled code. It ends together with this process. */
  constructor(environment: Record<string, string>) {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    // As the product starts it (api/README.md).
    const child = spawn(process.execPath, ['--max-semi-space-size=8', MAIN], {
      cwd: API_FOLDER,
      env: { PATH, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX: '2', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    this.written.read(child.stdout);
    this.written.read(child.stderr);
    this.unwatch =
      child.pid === undefined ? () => undefined : watchOver({ pid: child.pid, signal: 'SIGTERM' });
    this.ended = this.untilEnded();
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** The origin of the process: `http://127.0.0.1:…`. */
  get url(): string {
    return this.address;
  }

  /** Standard output and standard error, without the request lines. */
  get output(): string {
    return this.written.toString();
  }

  /** Waits for a log line with this message. Throws with the output if the process ends without it. */
  async logged(message: string): Promise<void> {
    await Promise.race([this.written.has(message), this.ended]);
    if (this.written.find(message) === undefined) throw this.failure(`ended without "${message}"`);
  }

  /** Waits until the process is ready. Throws with its output if it ends first. */
  async ready(): Promise<this> {
    await this.logged('the API is listening');
    const line: unknown = JSON.parse(this.written.find('the API is listening') ?? '{}');
    this.address = String(Reflect.get(Object(line), 'url'));
    const response = await fetch(this.address + paths.ready());
    await response.body?.cancel();
    if (!response.ok) throw this.failure(`is not ready: ${response.status}`);
    return this;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Ends the process gracefully, or by force after a timeout. */
  async end(): Promise<Exit> {
    await stopChild(this.child, 'SIGTERM', END_WITHIN_MS);
    return this.ended;
  }

  private async untilEnded(): Promise<Exit> {
    await once(this.child, 'close');
    this.unwatch();
    return { code: this.child.exitCode, signal: this.child.signalCode };
  }

  private failure(what: string): Error {
    return new Error(`The API process ${what}. Output:\n${this.output}`);
  }
}

/** A minimal environment. All values except the database URL are placeholders. */
export function apiEnvironment(databaseUrl: string): Record<string, string> {
  return {
    NODE_ENV: 'production',
    API_PORT: '0',
    DATABASE_URL: databaseUrl,
    STRIPE_SECRET_KEY: SANDBOX_KEYS.secretKey,
    STRIPE_WEBHOOK_SECRET: SANDBOX_KEYS.webhookSecret,
    STRIPE_API_BASE: 'http://127.0.0.1:9',
    ALLOW_PAYMENT_SANDBOX: 'true',
    // The load of a test comes from few accounts and one network.
    RATE_LIMIT_FACTOR: '10000',
    OPEN_JOBS_PER_CLIENT: '1000000',
  };
}

/** The environment for a payment sandbox, with sweeps of recent payments. */
export function sandboxEnvironment(sandboxUrl: string): Record<string, string> {
  return {
    STRIPE_API_BASE: sandboxUrl,
    PAYMENT_SWEEP_AFTER_SECONDS: '1',
  };
}

/** Runs the built migrations on a database as its owner. */
export function migrateDatabase(adminUrl: string): void {
  const env = { DATABASE_URL: addressFor('dps_owner', adminUrl) };
  execFileSync(process.execPath, [DATABASE_COMMAND, 'migrate'], { env });
}
