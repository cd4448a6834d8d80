import { jest } from '@jest/globals';
import { createHook } from 'node:async_hooks';
import { Client } from 'pg';

interface Work {
  /** The SQL that was sent, in order. */
  statements: string[];
  /** How many passwords were hashed. */
  hashes: number;
}

/** The text of what is handed to the driver's `query`: a statement, or an object with one. */
function textOf(query: unknown): string {
  return typeof query === 'string' ? query : String(Reflect.get(Object(query), 'text'));
}

/** What this process does for an action, as far as it takes time that can be told from outside. */
export async function workOf(action: () => Promise<unknown>): Promise<Work> {
  const work: Work = { statements: [], hashes: 0 };
  const init = (_id: number, type: string) => {
    if (type === 'ARGON2REQUEST') work.hashes += 1;
  };
  const hook = createHook({ init }).enable();
  const query = jest.spyOn(Client.prototype, 'query');
  try {
    await action();
    work.statements = query.mock.calls.map(([first]) => textOf(first));
    return work;
  } finally {
    query.mockRestore();
    hook.disable();
  }
}
