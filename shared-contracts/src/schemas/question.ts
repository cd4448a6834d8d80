import { array, boolean, object, string, type InferType } from './yup.ts';
import { id, idInPath, instant, reportReason, requiredText } from './fields.ts';
import { QUESTION_MAX, QUESTION_PARTS } from '../domain/open-jobs.ts';

export const questionParameters = object({
  id: idInPath('The id of the job').required(),
  questionId: idInPath('The id of the question').required(),
}).required();
export type QuestionParameters = InferType<typeof questionParameters>;

/** POST /api/jobs/{id}/questions, and PUT /api/jobs/{id}/questions/{questionId}/answer. */
export const questionBody = object({ text: requiredText(QUESTION_MAX) })
  .exact()
  .required()
  .meta({ id: 'QuestionText' });
export type QuestionBody = InferType<typeof questionBody>;

/** POST /api/jobs/{id}/questions/{questionId}/report: reports the question or its answer to the operator. */
export const questionReportBody = object({
  part: string().oneOf(QUESTION_PARTS).required('Name the part'),
  reason: reportReason(),
})
  .exact()
  .required()
  .meta({ id: 'QuestionReport' });
export type QuestionReportBody = InferType<typeof questionReportBody>;

/** A pilot's question about an open job, for all its readers. Only its pilot learns who has asked: `isOwn`. */
export const questionView = object({
  id: id().required(),
  text: string().required(),
  isOwn: boolean().required(),
  askedAt: instant().required(),
  answer: string().nullable().defined(),
  answeredAt: instant().nullable().defined(),
})
  .noUnknown()
  .meta({ id: 'Question' });
export type QuestionView = InferType<typeof questionView>;

/** GET /api/jobs/{id}/questions: the questions about a job, oldest first. */
export const questionListView = array(questionView.required()).required();
