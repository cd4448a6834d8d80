import { configureStore } from '@reduxjs/toolkit';
import { baseApi } from './base-api.ts';
import { changeJobAtOnce, jobChanges, latestJob } from './job-changes.ts';
import { aJob } from '../testing/builders.ts';
import type { JobView } from '../schemas/job.ts';

const at = (second: number, facts: Partial<JobView> = {}) =>
  aJob({ updatedAt: `2026-11-01T09:00:0${second}.000Z`, ...facts });

function watch() {
  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer, [jobChanges.name]: jobChanges.reducer },
    middleware: (defaults) => defaults().concat(baseApi.middleware),
  });
  let sent = 0;
  /** Starts a change; returns functions that complete or reject it. */
  const send = (change: Parameters<typeof changeJobAtOnce>[0]) => {
    const { promise, resolve, reject } = Promise.withResolvers<{ data: JobView }>();
    sent += 1;
    const done = changeJobAtOnce(change, {
      dispatch: store.dispatch,
      requestId: `r${sent}`,
      queryFulfilled: promise,
    });
    return {
      confirm: async (data: JobView) => (resolve({ data }), done),
      refuse: async () => (reject(new Error('409')), done),
    };
  };
  const seen = (job: JobView) => latestJob(job, store.getState().jobChanges);
  return { send, seen, forget: () => store.dispatch(baseApi.util.resetApiState()) };
}

describe('a change of a job', () => {
  it('shows at once on that job only', () => {
    const { send, seen } = watch();
    void send({ id: 1, status: 'review' });
    expect(seen(at(0, { progress: 40 }))).toMatchObject({ status: 'review', progress: 40 });
    const other = aJob({ id: 2 });
    expect(seen(other)).toBe(other);
  });

  it('is rolled back when the server refuses it', async () => {
    const { send, seen } = watch();
    const call = send({ id: 1, progress: 20 });
    await call.refuse();
    const read = at(0, { progress: 10 });
    expect(seen(read)).toBe(read);
  });

  it('overlays reads from before the response, and not reads from after it', async () => {
    const { send, seen } = watch();
    await send({ id: 1, progress: 20 }).confirm(at(5, { progress: 20 }));
    expect(seen(at(4, { progress: 10 })).progress).toBe(20);
    expect(seen(at(5, { progress: 20 })).progress).toBe(20);
    expect(seen(at(6, { progress: 0, status: 'paid' }))).toMatchObject({ progress: 0, status: 'paid' });
  });

  it('applies in order, also when responses arrive in another order or an older one fails', async () => {
    const { send, seen } = watch();
    const first = send({ id: 1, progress: 20 });
    const second = send({ id: 1, status: 'in-progress' });
    expect(seen(at(0))).toMatchObject({ progress: 20, status: 'in-progress' });
    await second.confirm(at(6, { progress: 20, status: 'in-progress' }));
    await first.confirm(at(5, { progress: 20 }));
    expect(seen(at(0))).toMatchObject({ progress: 20, status: 'in-progress' });
    const older = send({ id: 1, progress: 30 });
    await send({ id: 1, progress: 40 }).confirm(at(8, { progress: 40 }));
    await older.refuse();
    expect(seen(at(0)).progress).toBe(40);
  });

  it('is removed when the user signs out', () => {
    const { send, seen, forget } = watch();
    void send({ id: 1, progress: 20 });
    forget();
    expect(seen(at(0)).progress).toBe(0);
  });
});
