import { JOB_STATUSES, type JobStatus } from '@dps/contract';
import type { DemoFlight, DemoJob, DemoMessage, DemoQuestion } from './demo-jobs.ts';

/** A change in the life of a demo job. */
export type DemoStep =
  | { kind: 'post' }
  | { kind: 'accept' }
  | { kind: 'edit' }
  | { kind: 'flight'; flight: DemoFlight }
  | { kind: 'progress'; progress: number }
  | { kind: 'status'; status: JobStatus }
  | { kind: 'request-changes'; comment: string }
  | { kind: 'withdraw'; reason: string }
  | { kind: 'question'; question: DemoQuestion }
  | { kind: 'message'; message: DemoMessage };

export type TimedStep = DemoStep & {
  /** Days before today. */
  daysAgo: number;
};

/** About an hour, in days: the pilot reports progress after landing. */
const HOUR = 1 / 24;
/** The slider's step. */
const STEP_PERCENT = 5;

/** Returns `share` of the way from one time to a later one. */
const between = (from: number, to: number, share: number) => from - (from - to) * share;

/** Returns the flights with the progress after each; the progress of a job without flights is reported at its last change. */
function workOf({ flights = [], progress, changedDaysAgo }: DemoJob): TimedStep[] {
  if (flights.length === 0)
    return progress > 0 ? [{ kind: 'progress', progress, daysAgo: changedDaysAgo }] : [];
  return flights.flatMap((flight, index): TimedStep[] => {
    const share = (progress * (index + 1)) / flights.length;
    const reported = index + 1 < flights.length ? Math.round(share / STEP_PERCENT) * STEP_PERCENT : progress;
    const daysAgo = flight.flownDaysAgo;
    return [
      { kind: 'flight', flight, daysAgo },
      { kind: 'progress', progress: reported, daysAgo: Math.max(daysAgo - HOUR, changedDaysAgo) },
    ];
  });
}

/** Returns the steps after the work, up to the job's status; the last one is its last change. */
function deliveryOf(job: DemoJob, lastWork: number): TimedStep[] {
  const { status, changedDaysAgo, changeRequest: comment, withdrawal } = job;
  if (withdrawal) return [{ kind: 'withdraw', reason: withdrawal.reason, daysAgo: changedDaysAgo }];
  if (comment !== undefined)
    return [
      { kind: 'status', status: 'review', daysAgo: between(lastWork, changedDaysAgo, 0.5) },
      { kind: 'request-changes', comment, daysAgo: changedDaysAgo },
    ];
  const statuses = JOB_STATUSES.slice(JOB_STATUSES.indexOf('review'), JOB_STATUSES.indexOf(status) + 1);
  return statuses.map((each, index) => ({
    kind: 'status',
    status: each,
    daysAgo: between(lastWork, changedDaysAgo, (index + 1) / statuses.length),
  }));
}

function afterAcceptance(job: DemoJob, acceptedDaysAgo: number): TimedStep[] {
  const { status, changedDaysAgo, acceptedTerms, withdrawal } = job;
  const edit: TimedStep[] = acceptedTerms ? [{ kind: 'edit', daysAgo: changedDaysAgo }] : [];
  if (status === 'pending' && !withdrawal) return edit;
  const work = workOf(job);
  const firstWork = work[0]?.daysAgo ?? changedDaysAgo;
  const lastWork = work.at(-1)?.daysAgo ?? changedDaysAgo;
  const startedDaysAgo = between(acceptedDaysAgo, firstWork, 0.7);
  return [
    { kind: 'status', status: 'in-progress', daysAgo: startedDaysAgo },
    ...work,
    ...deliveryOf(job, lastWork),
    ...edit,
  ];
}

/** Returns the steps that lead to a demo job, oldest first. */
export function stepsOf(job: DemoJob): TimedStep[] {
  const post: TimedStep = { kind: 'post', daysAgo: job.postedDaysAgo };
  if (job.pilot === null && !job.withdrawal) return [post];
  const firstWork = Math.max(
    job.changedDaysAgo,
    ...(job.flights ?? []).map(({ flownDaysAgo }) => flownDaysAgo),
  );
  const acceptedDaysAgo = between(job.postedDaysAgo, firstWork, 0.3);
  return [post, { kind: 'accept', daysAgo: acceptedDaysAgo }, ...afterAcceptance(job, acceptedDaysAgo)];
}

/** Returns the steps of the questions and messages about a demo job, which do not change the job. A question has its answer at once. */
export function talkOf({ questions = [], messages = [] }: DemoJob): TimedStep[] {
  return [
    ...questions.map((question) => ({ kind: 'question' as const, question, daysAgo: question.askedDaysAgo })),
    ...messages.map((message) => ({ kind: 'message' as const, message, daysAgo: message.sentDaysAgo })),
  ];
}
