import { array, number, object, string, type InferType } from './yup.ts';
import { id, idInPath, instant, requiredName } from './fields.ts';
import { ATTACHMENT_MAX_BYTES, MEGABYTE } from '../domain/attachment.ts';
import { DELIVERABLE_MAX_BYTES } from '../domain/deliverable.ts';
import { FLIGHT_LOG_MAX_BYTES } from '../domain/flight-track.ts';
import { FILE_PURPOSES, type FilePurpose } from '../domain/upload.ts';

export const tooLarge = (bytes: number) => `The file is larger than ${bytes / MEGABYTE}MB`;

/** The end of the year 9999, in milliseconds since 1970. */
const LAST_INSTANT = 253_402_300_799_999;

/** When the file was changed on the user's device, in milliseconds since 1970. It identifies the file of an upload. */
export const lastModified = () => number().strict().integer().min(0).max(LAST_INSTANT).required();

const MAX_BYTES = {
  attachment: ATTACHMENT_MAX_BYTES,
  deliverable: DELIVERABLE_MAX_BYTES,
  'flight-log': FLIGHT_LOG_MAX_BYTES,
  message: ATTACHMENT_MAX_BYTES,
} as const satisfies Record<FilePurpose, number>;

/** POST /api/jobs/{id}/uploads: starts the upload of a file, whose content follows in parts. */
export const uploadBody = object({
  purpose: string().strict().oneOf(FILE_PURPOSES).required(),
  fileName: requiredName(255),
  fileSize: number()
    .strict()
    .integer()
    .min(1, 'The file is empty')
    .max(DELIVERABLE_MAX_BYTES, tooLarge(DELIVERABLE_MAX_BYTES))
    .required(),
  lastModified: lastModified(),
  recordId: id()
    .meta({
      jsonSchema: { description: 'The flight record of a log; absent for other files', examples: [17] },
    })
    .optional(),
})
  .exact()
  .test('size', ({ purpose, fileSize }, context) =>
    fileSize > MAX_BYTES[purpose]
      ? context.createError({ path: 'fileSize', message: tooLarge(MAX_BYTES[purpose]) })
      : true,
  )
  .test('record', ({ purpose, recordId }, context) =>
    (purpose === 'flight-log') === (recordId !== undefined)
      ? true
      : context.createError({
          path: 'recordId',
          message: 'A flight log has a flight record, other files have none',
        }),
  )
  .required()
  .meta({ id: 'NewUpload' });
export type UploadBody = InferType<typeof uploadBody>;

/** The upload of a file. `completedAt` is null while it is unfinished. */
export const uploadView = object({
  id: id().required(),
  jobId: id().required(),
  purpose: string().oneOf(FILE_PURPOSES).required(),
  fileName: string().required(),
  fileSize: number().integer().required(),
  /** Bytes that the server has stored: the upload continues here. */
  receivedBytes: number().integer().required(),
  completedAt: instant().nullable().defined(),
})
  .noUnknown()
  .meta({ id: 'Upload' });
export type UploadView = InferType<typeof uploadView>;

/** GET /api/jobs/{id}/uploads: the files that the user has uploaded for messages and not sent, oldest first. */
export const uploadListView = array(uploadView.required()).required();

const parameters = {
  id: idInPath('The id of the job').required(),
  uploadId: idInPath('The id of the upload').required(),
};

export const uploadParameters = object(parameters).required();
export type UploadParameters = InferType<typeof uploadParameters>;

export const uploadPartParameters = object({
  ...parameters,
  part: idInPath('The number of the part, from 1').required(),
}).required();
export type UploadPartParameters = InferType<typeof uploadPartParameters>;
