import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import type { ManagedProcess } from '@dps/local-stack/process/managed-process';
import { lastLines, runToEnd } from '@dps/local-stack/process/run-to-end';
import { Teardown } from '@dps/local-stack/process/teardown';

export const ROOT = join(import.meta.dirname, '../../..');

/** A temporary folder, and the steps that end what was started. */
export class Workplace extends Teardown {
  readonly folder = this.temporaryFolder();

  constructor() {
    super();
    // PostgreSQL runs as another user and needs a way to its folder.
    chmodSync(this.folder, 0o711);
  }

  /** Starts a process that ends with this program. */
  async start(managed: ManagedProcess): Promise<ManagedProcess> {
    this.defer(() => managed.stop());
    await managed.start();
    return managed;
  }
}

/** Runs a program to its end. Throws the end of its output after a failure. */
export async function run(
  program: string,
  parameters: string[],
  options: Partial<Parameters<typeof runToEnd>[2]> = {},
): Promise<void> {
  const { ok, output } = await runToEnd(program, parameters, { cwd: ROOT, env: process.env, ...options });
  if (!ok) throw new Error(`${program} ${parameters.join(' ')}:\n${lastLines(output)}`);
}

/** Prints a line with the seconds since the start of the program. */
export function say(line: string): void {
  process.stdout.write(`${(performance.now() / 1000).toFixed(1).padStart(6)} s  ${line}\n`);
}
