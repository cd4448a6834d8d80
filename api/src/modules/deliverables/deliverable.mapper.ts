import type { DeliverableView } from '@dps/contract';
import type { Deliverable } from './deliverable.entity.ts';

/** A deliverable without its content. */
export function toDeliverableView(deliverable: Deliverable): DeliverableView {
  return {
    id: deliverable.id,
    jobId: deliverable.jobId,
    fileName: deliverable.fileName,
    fileType: deliverable.fileType,
    fileSize: deliverable.fileSize,
    lastModified: deliverable.fileModifiedAt.getTime(),
    receivedBytes: deliverable.receivedBytes,
    hasPreview: deliverable.hasPreview,
    uploadedBy: deliverable.uploadedBy,
    createdAt: deliverable.createdAt.toISOString(),
    completedAt: deliverable.completedAt?.toISOString() ?? null,
  };
}
