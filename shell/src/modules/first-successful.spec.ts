import { jest } from '@jest/globals';
import { firstSuccessful, HEDGE_MS } from './load-part.ts';

type Behaviour = 'works' | 'fails' | 'silent' | `works after ${number}` | `fails after ${number}`;

/** Attempts with the given behaviour, and the order of their starts. */
function attempts(behaviour: Record<string, Behaviour>) {
  const begun: string[] = [];
  const attempt = (name: string) => {
    begun.push(name);
    const [what = '', delay] = (behaviour[name] ?? '').split(' after ');
    return new Promise<string>((resolve, reject) => {
      if (what === 'silent') return;
      const end = () => (what === 'works' ? resolve(name) : reject(new Error(`${name} failed`)));
      setTimeout(end, Number(delay ?? 0));
    });
  };
  return { begun, attempt };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('the first successful candidate', () => {
  it.each<[string, Record<string, Behaviour>, string, string[]]>([
    ['is the best one when it works', { a: 'works', b: 'works' }, 'a', ['a']],
    ['is the next one when the best fails', { a: 'fails', b: 'works' }, 'b', ['a', 'b']],
    ['is the next one when the best stays pending', { a: 'silent', b: 'works' }, 'b', ['a', 'b']],
    [
      'is the best one when it is slow and the next fails',
      { a: `works after ${HEDGE_MS + 500}`, b: 'fails' },
      'a',
      ['a', 'b'],
    ],
    [
      'is the first success after the hedge',
      { a: `works after ${HEDGE_MS + 100}`, b: 'works after 900' },
      'a',
      ['a', 'b'],
    ],
    [
      'is the third when two fail',
      { a: 'fails', b: `fails after ${HEDGE_MS + 1}`, c: 'works' },
      'c',
      ['a', 'b', 'c'],
    ],
  ])('%s', async (_what, behaviour, winner, order) => {
    const { begun, attempt } = attempts(behaviour);
    const result = firstSuccessful(Object.keys(behaviour), attempt);
    await jest.advanceTimersByTimeAsync(HEDGE_MS - 1);
    // A pending attempt is hedged no earlier.
    expect(begun).toEqual(order.slice(0, behaviour['a'] === 'fails' ? 2 : 1));
    await jest.advanceTimersByTimeAsync(2 * HEDGE_MS);
    expect(await result).toBe(winner);
    expect(begun).toEqual(order);
  });

  it.each<[string, Record<string, Behaviour>, string]>([
    ['all fail', { a: 'fails', b: 'fails' }, 'b failed'],
    ['a slow one fails last', { a: `fails after ${HEDGE_MS + 500}`, b: 'fails' }, 'a failed'],
    ['there is none', {}, 'There is no candidate left'],
  ])('does not exist when %s', async (_what, behaviour, message) => {
    const { attempt } = attempts(behaviour);
    const settled = Promise.allSettled([firstSuccessful(Object.keys(behaviour), attempt)]);
    await jest.advanceTimersByTimeAsync(3 * HEDGE_MS);
    expect(await settled).toEqual([{ status: 'rejected', reason: expect.objectContaining({ message }) }]);
  });
});
