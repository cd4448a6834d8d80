import { numberOfCoordinates, type Coordinates } from './place.ts';

// Without schemas, because the first paint of Browse needs these facts and not yup.

/** The number up to which the jobs of a client are counted for pilots. */
export const COUNTED_CLIENT_JOBS = 20;

/** Maximum length of a question about an open job, and of its answer. */
export const QUESTION_MAX = 1_000;
/** The parts of a question that can be reported, each by other users than its author. */
export const QUESTION_PARTS = ['question', 'answer'] as const;
export type QuestionPart = (typeof QUESTION_PARTS)[number];
/** Maximum number of questions about a job: a response has all of them. */
export const QUESTIONS_PER_JOB = 200;

/** The orders of the open jobs other than the newest first: the next deadline, the highest budget, and the nearest job first. */
export const OPEN_JOB_SORTS = ['deadline', 'budget', 'distance'] as const;
export type OpenJobSort = (typeof OPEN_JOB_SORTS)[number];

/** The number in a cursor of a job without a point. */
export const NO_POINT = 999_999_999_999_999;

interface CursorFacts {
  id: number;
  deadline: Date | string;
  /** Cents. */
  budget: number;
  point?: Coordinates | null | undefined;
}

/** The numbers in cursors. A distance depends on the base, so its cursor has the point. */
const CURSOR_KEYS = {
  deadline: ({ deadline }) => new Date(deadline).getTime(),
  budget: ({ budget: cents }) => cents,
  distance: ({ point }) => (point ? numberOfCoordinates(point) : NO_POINT),
} as const satisfies Record<OpenJobSort, (job: CursorFacts) => number>;

/** Returns the cursor of a page that ends with this job. */
export function openJobCursor(sort: OpenJobSort | undefined, job: CursorFacts): string {
  return sort === undefined ? String(job.id) : `${CURSOR_KEYS[sort](job)}-${job.id}`;
}
