import {
  ATTACHMENT_TYPES,
  DELIVERABLE_TYPES,
  type AttachmentView,
  type DeliverableView,
  type UploadView,
} from '@dps/contract';
import type { ReceivedFile } from '../../platform/files/received-file.ts';
import type { ContentPlace } from './content/unclaimed-contents.ts';
import type { JobFile, JobFilePart } from './job-file.entity.ts';

/** Returns the type of a file among those of its purpose. */
function typeAmong<Type extends string>(types: readonly Type[], { id, fileType }: JobFile): Type {
  const found = types.find((type) => type === fileType);
  if (!found) throw new Error(`The type of the file ${id} is not one of its purpose`);
  return found;
}

/** An attachment without its content. */
export function toAttachmentView(file: JobFile): AttachmentView {
  return {
    id: file.id,
    jobId: file.jobId,
    fileName: file.fileName,
    fileType: typeAmong(ATTACHMENT_TYPES, file),
    fileSize: file.fileSize,
    uploadedBy: file.uploadedBy,
    createdAt: file.createdAt.toISOString(),
  };
}

/** A deliverable without its content. */
export function toDeliverableView(file: JobFile): DeliverableView {
  return {
    id: file.id,
    jobId: file.jobId,
    fileName: file.fileName,
    fileType: typeAmong(DELIVERABLE_TYPES, file),
    fileSize: file.fileSize,
    lastModified: file.fileModifiedAt.getTime(),
    receivedBytes: file.receivedBytes,
    hasPreview: file.hasPreview,
    uploadedBy: file.uploadedBy,
    createdAt: file.createdAt.toISOString(),
    completedAt: file.completedAt?.toISOString() ?? null,
  };
}

/** The upload of a file of either purpose. */
export function toUploadView(file: JobFile): UploadView {
  const { id, jobId, purpose, fileName, fileSize, receivedBytes } = file;
  const completedAt = file.completedAt?.toISOString() ?? null;
  return { id, jobId, purpose, fileName, fileSize, receivedBytes, completedAt };
}

/** The row of a part, whose content is stored at a place. */
export function toPartRow(
  fileId: number,
  part: number,
  { size, sha256 }: Pick<ReceivedFile, 'size' | 'sha256'>,
  { store, key }: ContentPlace,
): JobFilePart {
  return { fileId, part, size, contentStore: store, contentKey: key, contentSha256: sha256 };
}

/** SQL: the attachments of a job as a JSON array of views, oldest first. `jobId` is the SQL expression of the job's id. */
export const attachmentsOfJob = (jobId: string) => `
  coalesce((SELECT json_agg(json_build_object(
    'id', id, 'jobId', job_id, 'fileName', file_name, 'fileType', file_type, 'fileSize', file_size,
    'uploadedBy', uploaded_by, 'createdAt', created_at) ORDER BY id)
  FROM job_files WHERE job_id = ${jobId} AND purpose = 'attachment' AND completed_at IS NOT NULL), '[]')`;
