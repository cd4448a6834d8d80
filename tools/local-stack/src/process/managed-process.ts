import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { StartFailure } from '../failure.ts';
import { lastLines } from './run-to-end.ts';
import { hasEnded, stopChild } from './stop-child.ts';
import { watchOver } from './watchdog.ts';

const READY_WITHIN_MS = 60_000;
const RESPONSE_TIMEOUT_MS = 2_000;
const STOP_WITHIN_MS = 30_000;
const POLL_MS = 40;

export interface ProcessOptions {
  name: string;
  command: string[];
  /** Working directory. Defaults to the one of this program. */
  cwd?: string;
  /** All variables of the process except PATH. */
  environment: NodeJS.ProcessEnv;
  /** Path of the file that receives its output. Without it, standard output is dropped, and errors appear in the terminal. */
  log?: string | undefined;
  /** Address that responds with success once the process serves, or a function that resolves to true then. */
  isReady: string | (() => Promise<boolean>);
  account?: { uid: number; gid: number } | undefined;
  /** Requests the end. SIGTERM by default. */
  stopSignal?: 'SIGINT' | 'SIGTERM';
  /** Milliseconds from the stop signal to SIGKILL. */
  stopWithinMs?: number;
  /** True if the process is a Node.js program that responds to `request`. */
  hasMessages?: boolean;
  /** Cancels the start when aborted. */
  signal?: AbortSignal | undefined;
}

async function isOk(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
  await response.body?.cancel();
  return response.ok;
}

/** A process that can be stopped, killed and started again with the same settings. It ends with this program. */
export class ManagedProcess {
  readonly options: ProcessOptions;
  #child: ChildProcess | undefined;
  #unwatch = (): void => undefined;

  constructor(options: ProcessOptions) {
    this.options = options;
  }

  get #running(): ChildProcess {
    if (this.#child?.pid === undefined) throw new Error(`${this.options.name} does not run.`);
    return this.#child;
  }

  get pid(): number {
    return this.#running.pid ?? 0;
  }

  /** Origin at which the process serves: `http://127.0.0.1:54321`. */
  get url(): string {
    const { isReady, name } = this.options;
    if (typeof isReady !== 'string') throw new Error(`${name} has no address.`);
    return new URL(isReady).origin;
  }

  /** Resolves with the cause when the running process ends for any reason. */
  async ended(): Promise<string> {
    const child = this.#running;
    if (!hasEnded(child)) await once(child, 'exit');
    return child.signalCode ?? `exit code ${child.exitCode}`;
  }

  /** Starts the process and waits until it serves. Otherwise stops it and throws StartFailure with the end of its log. */
  async start(changes: Partial<ProcessOptions> = {}): Promise<void> {
    Object.assign(this.options, changes);
    const { command, cwd, environment, account, log, stopSignal = 'SIGTERM', hasMessages } = this.options;
    const [program = '', ...parameters] = command;
    const output = log === undefined ? undefined : openSync(log, 'a', 0o600);
    const child = spawn(program, parameters, {
      cwd,
      env: { PATH: process.env['PATH'], ...environment },
      // A new session, so that Ctrl-C in a terminal reaches only this program.
      detached: process.platform !== 'win32',
      stdio: ['ignore', output ?? 'ignore', output ?? 'inherit', ...(hasMessages ? (['ipc'] as const) : [])],
      ...account,
    });
    if (output !== undefined) closeSync(output);
    child.on('error', () => undefined);
    this.#child = child;
    if (child.pid !== undefined)
      this.#unwatch = watchOver({ pid: child.pid, signal: stopSignal, group: true, account });
    try {
      await this.#untilReady(child);
      // A program may end without a stop of its servers: the watchdog ends them.
      if (!hasMessages) child.unref();
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  async #untilReady(child: ChildProcess): Promise<void> {
    const { name, isReady, log, signal } = this.options;
    const isServing = typeof isReady === 'string' ? () => isOk(isReady) : isReady;
    const end = performance.now() + READY_WITHIN_MS;
    while (!(await isServing().catch(() => false))) {
      signal?.throwIfAborted();
      if (child.pid === undefined || hasEnded(child) || performance.now() > end)
        throw new StartFailure(
          `${name} did not start.${log ? ` Its log (${log}) ends with:\n${lastLines(readFileSync(log, 'utf8'))}` : ''}`,
        );
      await delay(POLL_MS);
    }
  }

  /** Sends a message and resolves with the next message of the process, which must be a `T`. Rejects if the process ends. */
  request<T>(message: object | string): Promise<T> {
    const child = this.#running;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const fail = () => reject(new Error(`${this.options.name} has ended`));
    child.once('exit', fail);
    child.once('message', (response: T) => {
      child.off('exit', fail);
      resolve(response);
    });
    child.send(message);
    return promise;
  }

  /** Ends the process as its supervisor would, and waits. */
  async stop(): Promise<void> {
    this.#unwatch();
    const { stopSignal = 'SIGTERM', stopWithinMs = STOP_WITHIN_MS } = this.options;
    if (this.#child) await stopChild(this.#child, stopSignal, stopWithinMs);
  }

  /** Kills the process, as a power failure would. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || hasEnded(child)) return;
    this.#unwatch();
    child.ref();
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async restart(changes: Partial<ProcessOptions> = {}): Promise<void> {
    await this.stop();
    await this.start(changes);
  }
}
