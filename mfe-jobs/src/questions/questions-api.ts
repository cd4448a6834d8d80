import { paths, type QuestionPart, type QuestionView } from '@dps/contract';
import { isApiError, moduleEndpoints } from '@dps/contract/client';

interface Text {
  jobId: number;
  text: string;
}

/** After a success, and after a failure because the screen shows an outdated job, the job and its questions are read again. */
const ofJob = (_response: unknown, error: unknown, { jobId }: Text) =>
  !error || (isApiError(error) && [403, 404, 409].includes(error.status))
    ? [{ type: 'Job' as const, id: jobId }]
    : [];

/** The calls of questions about open jobs, which load with their part of a dialog. */
export const questionsApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  /** The questions about a job, oldest first. */
  questions: build.query<QuestionView[], number>({
    query: (jobId) => ({ url: paths.questions(jobId) }),
    providesTags: (_list, _error, id) => [{ type: 'Job', id }],
  }),
  ask: build.mutation<QuestionView, Text>({
    query: ({ jobId, text }) => ({ url: paths.questions(jobId), method: 'POST', body: { text } }),
    invalidatesTags: ofJob,
  }),
  answer: build.mutation<QuestionView, Text & { id: number }>({
    query: ({ jobId, id, text }) => ({ url: paths.answer(jobId, id), method: 'PUT', body: { text } }),
    invalidatesTags: ofJob,
  }),
  /** Reports a question, or its answer, to the operator. */
  reportQuestion: build.mutation<unknown, { jobId: number; id: number; part: QuestionPart; reason: string }>({
    query: ({ jobId, id, ...body }) => ({ url: paths.questionReport(jobId, id), method: 'POST', body }),
  }),
}));
