import { array, number, object, string, type InferType } from './yup.ts';
import { ERROR_CODES } from '../error-codes.ts';

/** Error response: `message` is for users, `code` for programs, `errors` names the invalid fields of a body. */
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

/** GET /api/health/live and /api/health/ready, if healthy; else an error response. */
export const healthView = object({
  status: string()
    .oneOf(['ok'] as const)
    .required(),
})
  .noUnknown()
  .meta({ id: 'Health' });
export type HealthView = InferType<typeof healthView>;
