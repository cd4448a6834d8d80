import { BoundedCalls, CallOverdue } from './bounded-calls.ts';

const succeeds = () => Promise.resolve('result');

/** Calls that hang until `release`, with their number. */
function hanging() {
  const release = Promise.withResolvers<string>();
  const made = { calls: 0 };
  const call = () => {
    made.calls += 1;
    return release.promise;
  };
  return { call, made, release: () => release.resolve('late') };
}

it('returns the result of a call and throws its error', async () => {
  const calls = new BoundedCalls();
  expect(await calls.run(succeeds)).toBe('result');
  await expect(calls.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
});

it('throws CallOverdue for a call that takes too long', async () => {
  await expect(new BoundedCalls(5).run(hanging().call)).rejects.toThrow(CallOverdue);
});

it('runs at most 32 calls, queues 256 callers, and refuses others at once', async () => {
  const calls = new BoundedCalls(50);
  const { call, made } = hanging();
  const callers = Array.from({ length: 32 + 256 }, () => calls.run(call).catch(String));
  await expect(calls.run(call)).rejects.toMatchObject({ code: 'unavailable' });
  expect(new Set(await Promise.all(callers))).toEqual(
    new Set(['Error: The provider has not responded in time']),
  );
  expect(made.calls).toBe(32);
});

it('starts no call after its caller has timed out', async () => {
  const calls = new BoundedCalls(20);
  const { call, made, release } = hanging();
  await Promise.all(Array.from({ length: 40 }, () => calls.run(call).catch(String)));
  release();
  expect(await calls.run(succeeds)).toBe('result');
  expect(made.calls).toBe(32);
});
