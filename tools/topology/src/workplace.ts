import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ManagedProcess } from '@dps/local-stack/process/managed-process';

export const ROOT = join(import.meta.dirname, '../../..');

/** Runs in this time or fails, in milliseconds. */
const TIME_LIMIT_MS = 15 * 60_000;

/** A temporary folder and the steps that end what was started. The steps run in reverse order. */
export class Workplace {
  readonly folder: string;
  readonly #steps: (() => unknown)[] = [];
  /** Rejects on SIGINT and SIGTERM, and when the time limit passes. */
  readonly interrupted: Promise<never>;

  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'dps-topology-'));
    // PostgreSQL runs as another user and needs a way to its folder.
    chmodSync(this.folder, 0o711);
    this.atEnd(() => rmSync(this.folder, { recursive: true, force: true }));
    this.interrupted = new Promise((_resolve, reject) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const)
        process.once(signal, () => reject(new Error(`Stopped by ${signal}.`)));
      setTimeout(() => reject(new Error('The time limit has passed.')), TIME_LIMIT_MS).unref();
    });
  }

  atEnd(step: () => unknown): void {
    this.#steps.push(step);
  }

  /** Starts a process that ends with this program. */
  async start(managed: ManagedProcess): Promise<ManagedProcess> {
    this.atEnd(() => managed.stop());
    await managed.start();
    return managed;
  }

  async end(): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) await step();
  }
}

/** Prints a line with the seconds since the start of the program. */
export function say(line: string): void {
  process.stdout.write(`${(performance.now() / 1000).toFixed(1).padStart(6)} s  ${line}\n`);
}
