import { paths } from '@dps/contract';
import type { ApiError, ApiRequest } from '@dps/contract/client';
import { texts } from '../texts.ts';
import { encodeFile } from './encode-file.ts';
import { uploads } from './upload-queue.ts';

const unreadable: ApiError = {
  status: 0,
  message: 'The file could not be read',
  userMessage: texts.uploads.unreadable,
};

/**
 * Sends a file of the upload queue with `call`, and reports the progress to the queue. The queue holds the file, because the
 * Redux store must not contain files.
 */
export async function sendUpload<Answer>(
  { jobId, uploadId }: { jobId: number; uploadId: number },
  call: (request: ApiRequest) => Answer,
): Promise<Awaited<Answer> | { error: ApiError }> {
  const upload = uploads.get(uploadId);
  const body = upload && (await encodeFile(upload.file, upload.owner).catch(() => null));
  if (!body) return { error: unreadable };
  const onProgress = (part: number) => uploads.progress(uploadId, part);
  const { idempotencyKey } = upload;
  return await call({ url: paths.attachments(jobId), method: 'POST', body, idempotencyKey, onProgress });
}
