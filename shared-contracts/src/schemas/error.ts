import { array, number, object, string, type InferType } from './yup.ts';
import { ERROR_CODES } from '../error-codes.ts';

/** Every error answer: `message` is for people, `code` for programs, `errors` names the fields of a refused body. */
export const errorView = object({
  statusCode: number().integer().required(),
  code: string().oneOf(ERROR_CODES).required(),
  message: string().required(),
  errors: array(object({ path: string().defined(), message: string().required() }).noUnknown()).optional(),
  requestId: string().required(),
})
  .noUnknown()
  .meta({ id: 'Error' });
export type ErrorView = InferType<typeof errorView>;
