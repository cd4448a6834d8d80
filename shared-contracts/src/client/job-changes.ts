import { useMemo } from 'react';
import { createSlice, type Dispatch, type PayloadAction } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { baseApi } from './base-api.ts';
import type { JobView } from '../schemas/job.ts';

/** What of a job is shown as changed before the server has answered. */
export type JobChange = Partial<Pick<JobView, 'progress' | 'status'>>;

export interface JobChanges {
  /** Not answered yet, oldest first. */
  open: readonly { key: string; id: number; change: JobChange }[];
  /** The newest version of each job that a write was answered with. */
  answers: Readonly<Record<number, JobView>>;
}

const NONE: JobChanges = { open: [], answers: {} };
const without = (open: JobChanges['open'], key: string) => open.filter((each) => each.key !== key);
const isOlder = (job: Pick<JobView, 'updatedAt'>, than: Pick<JobView, 'updatedAt'>) =>
  Date.parse(job.updatedAt) < Date.parse(than.updatedAt);

/**
 * What the person has changed, kept apart from what was read: it lies over every job that is read until the server has
 * answered, so that a failure only has to take it away, and no read that is older than a write shows.
 */
export const jobChanges = createSlice({
  name: 'jobChanges',
  initialState: NONE,
  reducers: {
    shown: ({ open, answers }, { payload }: PayloadAction<JobChanges['open'][number]>) => ({
      open: [...without(open, payload.key), payload],
      answers,
    }),
    withdrawn: ({ open, answers }, { payload }: PayloadAction<string>) => ({
      open: without(open, payload),
      answers,
    }),
    answered: ({ open, answers }, { payload }: PayloadAction<{ key: string; job: JobView }>) => {
      const { key, job } = payload;
      const known = answers[job.id];
      const newest = known && isOlder(job, known) ? known : job;
      return { open: without(open, key), answers: { ...answers, [job.id]: newest } };
    },
  },
  // Who signs in next must not see what the last user was about to change.
  extraReducers: (build) => build.addCase(baseApi.util.resetApiState, () => NONE),
});
const { shown, withdrawn, answered } = jobChanges.actions;

type Versioned = Pick<JobView, 'id' | 'progress' | 'status' | 'updatedAt'>;

/** A job that was read, as it is by now: with the answers that are newer, then with what is not answered yet. */
export function latestJob<Job extends Versioned>(job: Job, { open, answers }: JobChanges): Job {
  const answer = answers[job.id];
  const latest = answer && isOlder(job, answer) ? { ...job, ...answer } : job;
  const unanswered = open.filter(({ id }) => id === job.id);
  if (unanswered.length === 0) return latest;
  const changed = { ...latest };
  for (const { change } of unanswered) Object.assign(changed, change);
  return changed;
}

const useJobChanges = () => useSelector((state: { jobChanges: JobChanges }) => state.jobChanges);

/** Jobs that were read, as they are by now; the same array as long as nothing was changed. */
export function useLatestJobs<Job extends Versioned>(jobs: Job[] | undefined): Job[] | undefined {
  const changes = useJobChanges();
  return useMemo(
    () => (changes === NONE ? jobs : jobs?.map((job) => latestJob(job, changes))),
    [jobs, changes],
  );
}

/** One job that was read, as it is by now. */
export function useLatestJob<Job extends Versioned>(job: Job | undefined): Job | undefined {
  const changes = useJobChanges();
  return useMemo(() => job && latestJob(job, changes), [job, changes]);
}

/** Shows a change of a job that is not sent yet, and takes it back. */
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
 * Shows a change of a job from the moment in which it is sent; for `onQueryStarted` of the call. What the server answers
 * is then the job's newest version; what it refuses is gone at once.
 */
export async function changeJobAtOnce(
  { id, ...change }: JobChange & { id: number },
  call: { dispatch: Dispatch; requestId: string; queryFulfilled: PromiseLike<{ data: JobView }> },
): Promise<void> {
  const { dispatch, requestId: key, queryFulfilled } = call;
  dispatch(shown({ key, id, change }));
  const answer = await Promise.resolve(queryFulfilled).catch(() => null);
  dispatch(answer ? answered({ key, job: answer.data }) : withdrawn(key));
}
