import { array, boolean, number, object, string, type InferType } from './yup.ts';
import { id, idInPath, instant, requiredName } from './fields.ts';
import { DELIVERABLE_MAX_BYTES, DELIVERABLE_TYPES, DELIVERABLES_PER_JOB } from '../domain/deliverable.ts';

/** The end of the year 9999, in milliseconds since 1970. */
const LAST_INSTANT = 253_402_300_799_999;

/** When the file was changed on the pilot's device, in milliseconds since 1970. It identifies the file of an upload. */
const lastModified = () => number().strict().integer().min(0).max(LAST_INSTANT).required();

/** POST /api/jobs/{id}/deliverables: starts the upload of a file, whose content follows in parts. */
export const deliverableBody = object({
  fileName: requiredName(255),
  fileSize: number()
    .strict()
    .integer()
    .min(1, 'The file is empty')
    .max(DELIVERABLE_MAX_BYTES, 'The file is larger than 200MB')
    .required(),
  lastModified: lastModified(),
})
  .exact()
  .required()
  .meta({ id: 'NewDeliverable' });
export type DeliverableBody = InferType<typeof deliverableBody>;

/** A deliverable without its content. `completedAt` is null while its upload is unfinished. */
export const deliverableView = object({
  id: id().required(),
  jobId: id().required(),
  fileName: string().required(),
  fileType: string().oneOf(DELIVERABLE_TYPES).required(),
  fileSize: number().integer().required(),
  lastModified: lastModified(),
  /** Bytes that the server has stored: the upload continues here. */
  receivedBytes: number().integer().required(),
  hasPreview: boolean().required(),
  uploadedBy: id().required(),
  createdAt: instant().required(),
  completedAt: instant().nullable().defined(),
})
  .noUnknown()
  .meta({ id: 'Deliverable' });
export type DeliverableView = InferType<typeof deliverableView>;

export const deliverableListView = array(deliverableView.required()).max(DELIVERABLES_PER_JOB).required();

const parameters = {
  id: idInPath('The id of the job').required(),
  deliverableId: idInPath('The id of the deliverable').required(),
};

export const deliverableParameters = object(parameters).required();
export type DeliverableParameters = InferType<typeof deliverableParameters>;

export const deliverablePartParameters = object({
  ...parameters,
  part: idInPath('The number of the part, from 1').required(),
}).required();
export type DeliverablePartParameters = InferType<typeof deliverablePartParameters>;
