import type { Argon2Parameters } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { HashResponse } from './hash-thread.worker.ts';

/**
 * Computes argon2id hashes one after the other on a separate thread with a low priority. Reads then precede hashes on the
 * processor, and hashes do not take a thread of the pool that serves files.
 */
export class HashThread {
  private worker: Worker | undefined;
  private readonly pending: PromiseWithResolvers<Uint8Array>[] = [];

  /** Returns the hash. Throws if argon2 refuses the parameters or the thread ends. */
  run(parameters: Argon2Parameters): Promise<Uint8Array> {
    this.worker ??= this.start();
    const result = Promise.withResolvers<Uint8Array>();
    this.pending.push(result);
    this.worker.ref();
    this.worker.postMessage(parameters, []);
    return result.promise;
  }

  /** Ends the thread. The next hash starts a new one. */
  async close(): Promise<void> {
    await this.worker?.terminate();
  }

  private start(): Worker {
    const worker = new Worker(new URL('./hash-thread.worker.ts', import.meta.url));
    worker.on('message', ({ hash, problem }: HashResponse) => {
      const next = this.pending.shift();
      // An idle thread must not keep the process alive.
      if (this.pending.length === 0) worker.unref();
      if (hash) next?.resolve(hash);
      else next?.reject(new Error(problem));
    });
    worker.on('error', (error) => this.leave(worker, error));
    worker.on('exit', () => this.leave(worker, new Error('The thread for password hashes ended')));
    return worker;
  }

  private leave(worker: Worker, error: Error): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    for (const result of this.pending.splice(0)) result.reject(error);
  }
}
