import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Steps that end what a program has started. `disposeAsync` runs them in reverse order. */
export class Teardown extends AsyncDisposableStack {
  readonly #controller = new AbortController();

  /** Aborts on SIGINT and SIGTERM. */
  readonly signal = this.#controller.signal;

  /** Rejects on SIGINT and SIGTERM. */
  readonly interrupted = new Promise<never>((_resolve, reject) => {
    this.signal.addEventListener('abort', () => reject(this.signal.reason));
    for (const name of ['SIGINT', 'SIGTERM'] as const)
      process.once(name, () => this.#controller.abort(new Error(`Stopped by ${name}.`)));
  });

  /** Creates a folder that the teardown removes. Returns its absolute path. */
  temporaryFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'dps-temporary-'));
    this.defer(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }
}
