import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { lastLines } from './run-to-end.ts';
import { hasEnded, stopChild } from './stop-child.ts';
import { watchOver } from './watchdog.ts';

const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 30_000;
const POLL_MS = 50;

export interface ProcessOptions {
  name: string;
  command: string[];
  /** Working directory. Defaults to the one of this program. */
  cwd?: string;
  environment: Record<string, string>;
  /** Path of the file that receives its output. Without it, standard output is dropped, and errors appear in the terminal. */
  log?: string;
  /** Resolves to true, or does not reject, when the process serves. */
  isReady: () => Promise<boolean>;
  account?: { uid: number; gid: number } | undefined;
  /** Requests the end. SIGTERM by default. */
  stopSignal?: 'SIGINT' | 'SIGTERM';
}

/** A process that can be stopped, killed and started again with the same settings. It ends with this program. */
export class ManagedProcess {
  readonly options: ProcessOptions;
  #child: ChildProcess | undefined;
  #unwatch = (): void => undefined;

  constructor(options: ProcessOptions) {
    this.options = options;
  }

  get pid(): number {
    if (this.#child?.pid === undefined) throw new Error(`${this.options.name} does not run.`);
    return this.#child.pid;
  }

  /** Starts the process and waits until it serves. Throws with the end of its log. */
  async start(changes: Partial<ProcessOptions> = {}): Promise<void> {
    Object.assign(this.options, changes);
    const { name, command, cwd, environment, account, isReady, log, stopSignal = 'SIGTERM' } = this.options;
    const [program = '', ...parameters] = command;
    const output = log === undefined ? undefined : openSync(log, 'a', 0o600);
    const child = spawn(program, parameters, {
      cwd,
      env: { PATH: process.env['PATH'], ...environment },
      // A new session, so that Ctrl-C in a terminal reaches only this program.
      detached: true,
      stdio: ['ignore', output ?? 'ignore', output ?? 'inherit'],
      ...account,
    });
    if (output !== undefined) closeSync(output);
    child.on('error', () => undefined);
    this.#child = child;
    if (child.pid !== undefined) this.#unwatch = watchOver({ pid: child.pid, signal: stopSignal, account });
    const end = performance.now() + READY_WITHIN_MS;
    while (!(await isReady().catch(() => false))) {
      if (child.pid === undefined || hasEnded(child) || performance.now() > end)
        throw new Error(`${name} did not start${log ? `:\n${lastLines(readFileSync(log, 'utf8'))}` : '.'}`);
      await delay(POLL_MS);
    }
  }

  /** Ends the process as its supervisor would, and waits. */
  async stop(): Promise<void> {
    this.#unwatch();
    if (this.#child) await stopChild(this.#child, this.options.stopSignal ?? 'SIGTERM', STOP_WITHIN_MS);
  }

  /** Kills the process, as a power failure would. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || hasEnded(child)) return;
    this.#unwatch();
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async restart(changes: Partial<ProcessOptions> = {}): Promise<void> {
    await this.stop();
    await this.start(changes);
  }
}
