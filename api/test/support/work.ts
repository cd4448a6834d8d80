import { createHook } from 'node:async_hooks';
import { statementsDuring } from './statements.ts';

interface Work {
  /** The SQL that was sent, in order. */
  statements: string[];
  /** How many passwords were hashed. */
  hashes: number;
}

/** What this process does for an action, as far as it takes time that can be told from outside. */
export async function workOf(action: () => Promise<unknown>): Promise<Work> {
  let hashes = 0;
  const init = (_id: number, type: string) => {
    if (type === 'ARGON2REQUEST') hashes += 1;
  };
  const hook = createHook({ init }).enable();
  try {
    const statements = await statementsDuring(action);
    return { statements: statements.map(({ text }) => text), hashes };
  } finally {
    hook.disable();
  }
}
