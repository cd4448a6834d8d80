import { argon2Sync, type Argon2Parameters } from 'node:crypto';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

/** The hash, or the message of the error. */
export type HashResponse = { hash: Uint8Array; problem?: undefined } | { hash?: undefined; problem: string };

/** A tenth of the processor while others use it completely. */
const NICE = 10;

// Only on Linux does the priority belong to the calling thread instead of the process.
if (process.platform === 'linux') setPriority(NICE);

function responseTo(parameters: Argon2Parameters): HashResponse {
  try {
    return { hash: argon2Sync('argon2id', parameters) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (parameters: Argon2Parameters) => {
  parentPort?.postMessage(responseTo(parameters), []);
});
