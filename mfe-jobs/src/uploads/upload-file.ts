import { UPLOAD_PART_BYTES, type UploadBody, type UploadView } from '@dps/contract';
import { isApiError, type ApiError } from '@dps/contract/client';
import { texts } from '../texts.ts';

/** The calls of an upload. They reject with an ApiError. */
export interface UploadCalls {
  /** Starts an upload; with the same key, or for the same unfinished file, returns the earlier one. */
  startUpload: (body: UploadBody, idempotencyKey: string) => Promise<UploadView>;
  sendPart: (
    id: number,
    part: number,
    bytes: Blob,
    watch: { signal: AbortSignal; onProgress: (bytes: number) => void },
  ) => Promise<void>;
  complete: (id: number) => Promise<UploadView>;
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

/** A file to send, with the same key for each attempt, so that the job has the file once. */
export interface SentFile {
  purpose: UploadBody['purpose'];
  file: File;
  idempotencyKey: string;
}

/** Statuses after which another attempt may succeed: no response, an expired session, or load. */
const PASSING = new Set([0, 401, 408, 429, 500, 502, 503, 504]);
/** Codes of conflicts that end: another tab has sent the part, or the user has to sign in again. */
const PASSING_CONFLICTS = new Set(['upload_conflict', 'other_user']);
/** The upload continues at the offset of the server, so a conflict that remains has another reason. */
const MOST_CONFLICTS = 3;

const unreadable: ApiError = {
  status: 0,
  message: 'The file could not be read',
  userMessage: texts.uploads.unreadable,
};

const isConflict = (error: unknown) =>
  isApiError(error) && error.status === 409 && PASSING_CONFLICTS.has(error.code ?? '');
const isPassing = (error: unknown) => (isApiError(error) && PASSING.has(error.status)) || isConflict(error);

/** Returns whether the browser can still read a file. The user may have moved or deleted it. */
async function isReadable(file: File): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const reader = new FileReader();
  reader.addEventListener('load', () => resolve(true));
  reader.addEventListener('error', () => resolve(false));
  reader.readAsArrayBuffer(file.slice(0, 1));
  return promise;
}

/** Continues at the offset of the server. `onPart` runs after each stored part. */
async function sendParts(
  file: File,
  { id, receivedBytes }: UploadView,
  { sendPart }: UploadCalls,
  { signal, onProgress }: UploadWatch,
  onPart: () => void,
): Promise<void> {
  onProgress(receivedBytes);
  for (let at = receivedBytes; at < file.size; at += UPLOAD_PART_BYTES) {
    signal.throwIfAborted();
    const bytes = file.slice(at, at + UPLOAD_PART_BYTES);
    const part = at / UPLOAD_PART_BYTES + 1;
    await sendPart(id, part, bytes, { signal, onProgress: (sent) => onProgress(at + sent) });
    onProgress(at + bytes.size);
    onPart();
  }
}

/**
 * Sends a file in parts and completes it. After an interruption it continues at the offset of the server, and repeats calls
 * until it succeeds. If only the response of the completion was lost, the next attempt gets the completed upload. Throws the
 * ApiError of a call that another attempt does not help, and the reason of `signal`.
 */
export async function uploadFile(sent: SentFile, calls: UploadCalls, watch: UploadWatch): Promise<void> {
  const { purpose, file, idempotencyKey } = sent;
  const body = { purpose, fileName: file.name, fileSize: file.size, lastModified: file.lastModified };
  let attempt = 0;
  let conflicts = 0;
  const reset = () => {
    attempt = 0;
    conflicts = 0;
  };
  for (;;) {
    try {
      watch.signal.throwIfAborted();
      const upload = await calls.startUpload(body, idempotencyKey);
      if (upload.completedAt !== null) return;
      watch.onStarted(upload.id);
      watch.onState('uploading');
      await sendParts(file, upload, calls, watch, reset);
      watch.onState('checking');
      await calls.complete(upload.id);
      return;
    } catch (error) {
      watch.signal.throwIfAborted();
      if (isConflict(error)) conflicts += 1;
      if (!isPassing(error) || conflicts > MOST_CONFLICTS) throw error;
      if (!(await isReadable(file))) throw unreadable;
      watch.onState('retrying');
      attempt += 1;
      await calls.wait(attempt, watch.signal);
    }
  }
}
