import { number, object, type InferType } from './yup.ts';
import { idInPath, text } from './fields.ts';

/** The most rows of one answer. */
export const PAGE_LIMIT = 500;

export const idParameter = object({ id: idInPath().required() }).required();
export type IdParameter = InferType<typeof idParameter>;

export const attachmentParameters = object({
  id: idInPath().required(),
  attachmentId: idInPath().required(),
}).required();
export type AttachmentParameters = InferType<typeof attachmentParameters>;

const limit = () =>
  number()
    .transform((_value, original: unknown) =>
      typeof original === 'string' && /^\d{1,4}$/.test(original) ? Number(original) : NaN,
    )
    .typeError('Expected a whole number')
    .integer('Expected a whole number')
    .min(1, 'Use at least 1')
    .max(PAGE_LIMIT, `Use at most ${PAGE_LIMIT}`);

/** `?limit&after`: the page size, and the cursor of the row to go on after. */
export const pageQuery = object({ limit: limit().optional(), after: text(100).optional() }).exact();
export type PageQuery = InferType<typeof pageQuery>;
