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

  it('refuses tasks beyond the waiting limit, with different times to retry', async () => {
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
});
