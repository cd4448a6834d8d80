import { useMemo } from 'react';
import { createSlice, type Dispatch, type PayloadAction } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { baseApi } from './base-api.ts';
import type { JobView } from '../schemas/job.ts';

/** Fields of a job that an optimistic update can change. */
export type JobChange = Partial<Pick<JobView, 'progress' | 'status'>>;

export interface JobChanges {
  /** Pending updates, oldest first. */
  pending: readonly { key: string; id: number; change: JobChange }[];
  /** The newest version of each job in a response to a mutation. */
  responses: Readonly<Record<number, JobView>>;
}

const NONE: JobChanges = { pending: [], responses: {} };
const without = (pending: JobChanges['pending'], key: string) => pending.filter((each) => each.key !== key);
const isOlder = (job: Pick<JobView, 'updatedAt'>, than: Pick<JobView, 'updatedAt'>) =>
  Date.parse(job.updatedAt) < Date.parse(than.updatedAt);

/**
 * Optimistic updates of jobs, stored apart from the query cache. They overlay every job that is read until the server responds.
 * A rollback only removes the update, and a read that is older than a mutation never shows.
 */
export const jobChanges = createSlice({
  name: 'jobChanges',
  initialState: NONE,
  reducers: {
    shown: ({ pending, responses }, { payload }: PayloadAction<JobChanges['pending'][number]>) => ({
      pending: [...without(pending, payload.key), payload],
      responses,
    }),
    withdrawn: ({ pending, responses }, { payload }: PayloadAction<string>) => ({
      pending: without(pending, payload),
      responses,
    }),
    confirmed: ({ pending, responses }, { payload }: PayloadAction<{ key: string; job: JobView }>) => {
      const { key, job } = payload;
      const known = responses[job.id];
      const newest = known && isOlder(job, known) ? known : job;
      return { pending: without(pending, key), responses: { ...responses, [job.id]: newest } };
    },
  },
  // Pending updates of a user must not be shown to the next one.
  extraReducers: (build) => build.addCase(baseApi.util.resetApiState, () => NONE),
});
const { shown, withdrawn, confirmed } = jobChanges.actions;

type Versioned = Pick<JobView, 'id' | 'progress' | 'status' | 'updatedAt'>;

/** Overlays a job with newer responses, then with pending updates. */
export function latestJob<Job extends Versioned>(job: Job, { pending, responses }: JobChanges): Job {
  const response = responses[job.id];
  const latest = response && isOlder(job, response) ? { ...job, ...response } : job;
  const updates = pending.filter(({ id }) => id === job.id);
  if (updates.length === 0) return latest;
  const changed = { ...latest };
  for (const { change } of updates) Object.assign(changed, change);
  return changed;
}

const useJobChanges = () => useSelector((state: { jobChanges: JobChanges }) => state.jobChanges);

/** Overlays a list of jobs; returns the same array if nothing changed. */
export function useLatestJobs<Job extends Versioned>(jobs: Job[] | undefined): Job[] | undefined {
  const changes = useJobChanges();
  return useMemo(
    () => (changes === NONE ? jobs : jobs?.map((job) => latestJob(job, changes))),
    [jobs, changes],
  );
}

/** Overlays one job. */
export function useLatestJob<Job extends Versioned>(job: Job | undefined): Job | undefined {
  const changes = useJobChanges();
  return useMemo(() => job && latestJob(job, changes), [job, changes]);
}

/** Shows a draft of a job before it is sent. Returns a setter; null removes the draft. */
export function useJobDraft(id: number) {
  const dispatch = useDispatch();
  return useMemo(() => {
    const key = `draft-${id}`;
    return {
      show: (change: JobChange) => void dispatch(shown({ key, id, change })),
      withdraw: () => void dispatch(withdrawn(key)),
    };
  }, [dispatch, id]);
}

/**
 * Applies an optimistic update when a mutation starts; for `onQueryStarted`. On success the response is the newest version of
 * the job; on failure the update is rolled back.
 */
export async function changeJobAtOnce(
  { id, ...change }: JobChange & { id: number },
  call: { dispatch: Dispatch; requestId: string; queryFulfilled: PromiseLike<{ data: JobView }> },
): Promise<void> {
  const { dispatch, requestId: key, queryFulfilled } = call;
  dispatch(shown({ key, id, change }));
  const response = await Promise.resolve(queryFulfilled).catch(() => null);
  dispatch(response ? confirmed({ key, job: response.data }) : withdrawn(key));
}
