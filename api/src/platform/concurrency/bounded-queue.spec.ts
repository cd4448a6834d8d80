import { setImmediate } from 'node:timers/promises';
import { DomainError } from '../errors/domain-error.ts';
import { BoundedQueue } from './bounded-queue.ts';

describe('BoundedQueue', () => {
  it('runs two at a time and starts waiting tasks in order', async () => {
    const queue = new BoundedQueue(2, 10);
    const started: number[] = [];
    const places = [0, 1, 2, 3].map(async (number) => {
      const release = await queue.acquire();
      started.push(number);
      return release;
    });
    const [first, second] = await Promise.all(places.slice(0, 2));
    expect(started).toEqual([0, 1]);
    second?.();
    await places[2];
    expect(started).toEqual([0, 1, 2]);
    first?.();
    await places[3];
    expect(started).toEqual([0, 1, 2, 3]);
  });

  it('[SECURE-38] refuses tasks beyond the waiting limit, with different times to retry', async () => {
    const queue = new BoundedQueue(1, 1);
    const release = await queue.acquire();
    const waiting = queue.acquire();
    const refusals = await Promise.all(
      Array.from({ length: 100 }, () => queue.acquire().catch((error: unknown) => error)),
    );
    const seconds = refusals.map((error) => (error instanceof DomainError ? error.retryAfterSeconds : error));
    expect(new Set(seconds)).toEqual(new Set([2, 3, 4, 5]));
    expect(refusals[0]).toMatchObject({ code: 'unavailable' });
    release();
    (await waiting)();
    await expect(queue.run(() => Promise.resolve('free'))).resolves.toBe('free');
  });

  it('frees the slot of a task that fails', async () => {
    const queue = new BoundedQueue(1, 0);
    await expect(queue.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(queue.run(() => Promise.resolve('free'))).resolves.toBe('free');
  });

  it('[SECURE-52] runs one task of an account at a time, and lets accounts take turns', async () => {
    const queue = new BoundedQueue(2, 10);
    const started: string[] = [];
    const ends = new Map<string, () => void>();
    const run = (account: number, name: string) =>
      queue.run(() => {
        started.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      }, account);
    const end = async (name: string) => {
      ends.get(name)?.();
      await setImmediate();
    };
    const all = [run(1, 'a1'), run(1, 'a2'), run(1, 'a3'), run(2, 'b1'), run(3, 'c1'), run(2, 'b2')];
    await setImmediate();
    expect(started).toEqual(['a1', 'b1']);
    await end('a1');
    expect(started).toEqual(['a1', 'b1', 'c1']);
    await end('b1');
    await end('c1');
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2']);
    await end('a2');
    await end('a3');
    await end('b2');
    await Promise.all(all);
  });

  it('[SECURE-52] refuses an account that waits too often, while others may wait', async () => {
    const queue = new BoundedQueue(1, 10, 1);
    const release = await queue.acquire(1);
    const waiting = queue.acquire(1);
    await expect(queue.acquire(1)).rejects.toMatchObject({ code: 'rate_limited' });
    const other = queue.acquire(2);
    release();
    (await other)();
    (await waiting)();
  });
});
