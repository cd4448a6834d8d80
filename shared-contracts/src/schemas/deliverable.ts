import { array, boolean, number, object, string, type InferType } from './yup.ts';
import { id, idInPath, instant } from './fields.ts';
import { DELIVERABLE_TYPES, DELIVERABLES_PER_JOB } from '../domain/deliverable.ts';
import { lastModified } from './upload.ts';

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

export const deliverableParameters = object({
  id: idInPath('The id of the job').required(),
  deliverableId: idInPath('The id of the deliverable').required(),
}).required();
export type DeliverableParameters = InferType<typeof deliverableParameters>;
