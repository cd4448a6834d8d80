import { number, object, string, type InferType } from './yup.ts';
import { id, ignored, instant, requiredName } from './fields.ts';
import { ATTACHMENT_MAX_BYTES, ATTACHMENT_TYPES } from '../domain/attachment.ts';
import { tooLarge } from './upload.ts';

/** Maximum length of an attachment in base64: four characters for three bytes. */
const BASE64_MAX = Math.ceil(ATTACHMENT_MAX_BYTES / 3) * 4;

const TOO_LARGE = tooLarge(ATTACHMENT_MAX_BYTES);

/** POST /api/jobs/{id}/attachments; `fileData` is base64 without a prefix, `uploadedBy` is accepted and ignored. */
export const attachmentBody = object({
  fileName: requiredName(255),
  fileType: string().strict().oneOf(ATTACHMENT_TYPES).required(),
  fileSize: number()
    .strict()
    .integer()
    .min(1, 'The file is empty')
    .max(ATTACHMENT_MAX_BYTES, TOO_LARGE)
    .required(),
  fileData: string().strict().max(BASE64_MAX, TOO_LARGE).required(),
  uploadedBy: ignored(),
})
  .exact()
  .required()
  .meta({ id: 'NewAttachment' });
export type AttachmentBody = InferType<typeof attachmentBody>;

/** An attachment without its content. */
export const attachmentView = object({
  id: id().required(),
  jobId: id().required(),
  fileName: string().required(),
  fileType: string().oneOf(ATTACHMENT_TYPES).required(),
  fileSize: number().integer().required(),
  uploadedBy: id().required(),
  createdAt: instant().required(),
})
  .noUnknown()
  .meta({ id: 'Attachment' });
export type AttachmentView = InferType<typeof attachmentView>;
