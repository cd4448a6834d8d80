import { object, string, type InferType } from './yup.ts';

/** GET /api/health/live and /api/health/ready, when all is well; anything else is an error answer. */
export const healthView = object({
  status: string()
    .oneOf(['ok'] as const)
    .required(),
})
  .noUnknown()
  .meta({ id: 'Health' });
export type HealthView = InferType<typeof healthView>;
