import { createHook } from 'node:async_hooks';
import { jest } from '@jest/globals';
import { HashThread } from '../../src/platform/auth/hash-thread.ts';
import { statementsDuring } from './statements.ts';

interface Work {
  /** The sent SQL, in order. */
  statements: string[];
  /** The number of password hashes. */
  hashes: number;
}

/** Measures the statements and password hashes of an action, which dominate its response time. */
export async function measureWork(action: () => Promise<unknown>): Promise<Work> {
  let hashes = 0;
  const init = (_id: number, type: string) => {
    if (type === 'ARGON2REQUEST') hashes += 1;
  };
  const hook = createHook({ init }).enable();
  const onThread = jest.spyOn(HashThread.prototype, 'run');
  try {
    const statements = await statementsDuring(action);
    return { statements: statements.map(({ text }) => text), hashes: hashes + onThread.mock.calls.length };
  } finally {
    onThread.mockRestore();
    hook.disable();
  }
}
