import { renderHook } from '@testing-library/react';
import { useSubmission } from './submission.ts';

const JOB = { title: 'Roof survey', budget: 1250.5 };

/** Sends contents in turn with one form. Returns the idempotency key of each attempt; `fails` has the indexes that fail. */
async function keysOf(contents: readonly object[], fails: readonly number[]): Promise<string[]> {
  const { result } = renderHook(() => useSubmission());
  const keys: string[] = [];
  for (const [index, content] of contents.entries()) {
    const send = (key: string) => {
      keys.push(key);
      return fails.includes(index) ? Promise.reject(new Error('No response')) : Promise.resolve();
    };
    await result.current(content, send).catch(() => {});
  }
  return keys;
}

describe('the idempotency key of a form', () => {
  it('[LIST-9] is the same UUID for the same content after a failure', async () => {
    const [first, second] = await keysOf([JOB, { ...JOB }], [0]);
    expect(first).toMatch(/^[\da-f-]{36}$/);
    expect(second).toBe(first);
  });

  it('[BROWSER-8] is a UUID on an insecure origin too', async () => {
    Object.defineProperty(crypto, 'randomUUID', { configurable: true, value: undefined });
    const [first, second] = await keysOf([JOB, { ...JOB, budget: 1300 }], []);
    Reflect.deleteProperty(crypto, 'randomUUID');
    const version4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
    expect(first).toMatch(version4);
    expect(second).toMatch(version4);
    expect(second).not.toBe(first);
  });

  it.each([
    ['changed content', [JOB, { ...JOB, budget: 1300 }], [0]],
    ['the same content after a success', [JOB, JOB], []],
  ])('is new for %s', async (_case, contents, fails) => {
    const keys = await keysOf(contents, fails);
    expect(new Set(keys).size).toBe(2);
  });

  it('[FIELD-10] is new for the same content after a call that waits on the device', async () => {
    const { result } = renderHook(() => useSubmission());
    const keys: string[] = [];
    const wait = (key: string) => {
      keys.push(key);
      return Promise.reject<void>({ status: 0, message: '0: no response', isQueued: true });
    };
    for (const content of [JOB, { ...JOB }]) await result.current(content, wait).catch(() => {});
    expect(new Set(keys).size).toBe(2);
  });

  it('fails with the error of the request', async () => {
    const { result } = renderHook(() => useSubmission());
    await expect(result.current(JOB, () => Promise.reject(new Error('No response')))).rejects.toThrow(
      'No response',
    );
  });
});
