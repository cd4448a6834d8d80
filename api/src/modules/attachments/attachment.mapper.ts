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
