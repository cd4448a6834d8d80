import type { AttachmentView } from '@dps/contract';
import type { JobAttachment } from './attachment.entity.ts';

/** An attachment without its content. */
export function toAttachmentView(attachment: JobAttachment): AttachmentView {
  return {
    id: attachment.id,
    jobId: attachment.jobId,
    fileName: attachment.fileName,
    fileType: attachment.fileType,
    fileSize: attachment.fileSize,
    uploadedBy: attachment.uploadedBy,
    createdAt: attachment.createdAt.toISOString(),
  };
}

/** SQL: the attachments of a job as a JSON array of views, oldest first. `jobId` is the SQL expression of the job's id. */
export const attachmentsOfJob = (jobId: string) => `
  coalesce((SELECT json_agg(json_build_object(
    'id', id, 'jobId', job_id, 'fileName', file_name, 'fileType', file_type, 'fileSize', file_size,
    'uploadedBy', uploaded_by, 'createdAt', created_at) ORDER BY id)
  FROM job_attachments WHERE job_id = ${jobId}), '[]')`;
