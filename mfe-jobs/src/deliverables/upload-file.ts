import { DELIVERABLE_PART_BYTES, type DeliverableBody, type DeliverableView } from '@dps/contract';
import { isApiError } from '@dps/contract/client';

/** The calls of an upload. They reject with an ApiError. */
export interface UploadCalls {
  /** Returns the deliverables of the job, with unfinished uploads. */
  list: () => Promise<readonly DeliverableView[]>;
  startUpload: (body: DeliverableBody) => Promise<DeliverableView>;
  sendPart: (
    id: number,
    part: number,
    bytes: Blob,
    watch: { signal: AbortSignal; onProgress: (bytes: number) => void },
  ) => Promise<void>;
  complete: (id: number) => Promise<DeliverableView>;
  /** Resolves when it is time for another attempt, or when the network is back. */
  wait: (attempt: number, signal: AbortSignal) => Promise<void>;
}

export interface UploadWatch {
  signal: AbortSignal;
  onStarted: (id: number) => void;
  /** The bytes that the server has or that are sent. */
  onProgress: (bytes: number) => void;
  onState: (state: 'uploading' | 'retrying' | 'checking') => void;
}

/** Statuses after which another attempt may succeed: no response, a part that another tab sent, an expired session, or load. */
const PASSING = new Set([0, 401, 408, 409, 429, 500, 502, 503, 504]);
/** The upload continues at the offset of the list, so a conflict that remains has another reason. */
const MOST_CONFLICTS = 3;

const isPassing = (error: unknown) => isApiError(error) && PASSING.has(error.status);
const isConflict = (error: unknown) => isApiError(error) && error.status === 409;

/** Returns whether an unfinished upload is of this file: by name, size and time of its last change. */
export function isUploadOf(upload: DeliverableView, file: File): boolean {
  return (
    upload.completedAt === null &&
    upload.fileName === file.name.normalize('NFC') &&
    upload.fileSize === file.size &&
    upload.lastModified === file.lastModified
  );
}

/**
 * Returns the upload of the file, or a new one. If the response of its completion was lost, the upload of the last attempt is
 * complete: a new one would store the file twice.
 */
async function findUpload(
  file: File,
  lastId: number | undefined,
  { list, startUpload }: UploadCalls,
  signal: AbortSignal,
): Promise<DeliverableView> {
  const uploads = await list();
  const last = uploads.find(({ id, completedAt }) => id === lastId && completedAt !== null);
  const open = last ?? uploads.find((each) => isUploadOf(each, file));
  signal.throwIfAborted();
  return open ?? startUpload({ fileName: file.name, fileSize: file.size, lastModified: file.lastModified });
}

/** Continues at the offset of the server. `onPart` runs after each stored part. */
async function sendParts(
  file: File,
  { id, receivedBytes }: DeliverableView,
  { sendPart }: UploadCalls,
  { signal, onProgress }: UploadWatch,
  onPart: () => void,
): Promise<void> {
  onProgress(receivedBytes);
  for (let at = receivedBytes; at < file.size; at += DELIVERABLE_PART_BYTES) {
    signal.throwIfAborted();
    const bytes = file.slice(at, at + DELIVERABLE_PART_BYTES);
    const part = at / DELIVERABLE_PART_BYTES + 1;
    await sendPart(id, part, bytes, { signal, onProgress: (sent) => onProgress(at + sent) });
    onProgress(at + bytes.size);
    onPart();
  }
}

/**
 * Sends a file in parts and completes it. After an interruption it continues at the offset of the server, and repeats calls
 * until it succeeds. Throws the ApiError of a call that another attempt does not help, and the reason of `signal`.
 */
export async function uploadFile(
  file: File,
  calls: UploadCalls,
  watch: UploadWatch,
): Promise<DeliverableView> {
  let attempt = 0;
  let conflicts = 0;
  let lastId: number | undefined;
  const reset = () => {
    attempt = 0;
    conflicts = 0;
  };
  for (;;) {
    try {
      const upload = await findUpload(file, lastId, calls, watch.signal);
      if (upload.completedAt !== null) return upload;
      lastId = upload.id;
      watch.onStarted(upload.id);
      watch.onState('uploading');
      await sendParts(file, upload, calls, watch, reset);
      watch.onState('checking');
      return await calls.complete(upload.id);
    } catch (error) {
      watch.signal.throwIfAborted();
      if (isConflict(error)) conflicts += 1;
      if (!isPassing(error) || conflicts > MOST_CONFLICTS) throw error;
      watch.onState('retrying');
      attempt += 1;
      await calls.wait(attempt, watch.signal);
    }
  }
}
