import { isApiError, toApiError, type ApiError } from './api-error.ts';
import { UPLOAD_PART_BYTES } from '../domain/upload.ts';
import * as paths from '../paths.ts';
import type { UploadBody, UploadView } from '../schemas/upload.ts';

/** The calls of an upload. They reject with an ApiError. */
export interface UploadCalls {
  /** Starts an upload; with the same key, or for the same unfinished or unsent file, returns the earlier one. */
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
export interface SentFile extends Pick<UploadBody, 'purpose' | 'recordId'> {
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
  status: 400,
  message: '400: the file cannot be read',
  userMessage: 'The file can no longer be read. It may have been moved.',
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
  calls: UploadCalls,
  { signal, onProgress }: UploadWatch,
  onPart: () => void,
): Promise<void> {
  onProgress(receivedBytes);
  for (let at = receivedBytes; at < file.size; at += UPLOAD_PART_BYTES) {
    signal.throwIfAborted();
    const bytes = file.slice(at, at + UPLOAD_PART_BYTES);
    const part = at / UPLOAD_PART_BYTES + 1;
    await calls.sendPart(id, part, bytes, { signal, onProgress: (sent) => onProgress(at + sent) });
    onProgress(at + bytes.size);
    onPart();
  }
}

/**
 * Sends a file in parts and completes it. After an interruption it continues at the offset of the server, and repeats calls
 * until it succeeds. If only the response of the completion was lost, the next attempt gets the completed upload; so does a
 * file of a message that is uploaded but not sent. Throws the ApiError of a call that another attempt does not help, and the
 * reason of `signal`.
 */
export async function uploadFile(sent: SentFile, calls: UploadCalls, watch: UploadWatch): Promise<void> {
  const { file, idempotencyKey, purpose, recordId } = sent;
  const { name: fileName, size: fileSize, lastModified } = file;
  const body = { purpose, fileName, fileSize, lastModified, ...(recordId !== undefined && { recordId }) };
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
      watch.onStarted(upload.id);
      if (upload.completedAt !== null) return;
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

const LONGEST_WAIT_MS = 30_000;

/** Waits 1, 2, 4 … at most 30 seconds, or until the browser is online again. */
export function waitForNetwork(attempt: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      globalThis.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(LONGEST_WAIT_MS, 1000 * 2 ** (attempt - 1)));
    globalThis.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}

const errorOf = ({ status, statusText, responseText }: XMLHttpRequest) =>
  toApiError({ status, statusText, headers: new Headers() }, responseText);

/**
 * Sends a part of an upload as bytes. API calls of the shell send JSON only.
 *
 * @param owner the user whose page sends the part; the server refuses the session of another user
 * @param onProgress receives the number of sent bytes
 * @throws ApiError with status 0 without a response, and the reason of the signal on abort
 */
export function sendPart(
  { jobId, id, part }: { jobId: number; id: number; part: number },
  bytes: Blob,
  { owner, signal, onProgress }: { owner: number; signal: AbortSignal; onProgress: (bytes: number) => void },
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('load', () => {
      if (request.status === 200) resolve();
      else reject(errorOf(request));
    });
    request.addEventListener('error', () => reject({ status: 0, message: '0: no response' }));
    request.addEventListener('abort', () => reject(signal.reason));
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
    signal.addEventListener('abort', abort);
    request.open('PUT', `${paths.upload(jobId, id)}/parts/${part}`);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.setRequestHeader(paths.PAGE_USER_HEADER, String(owner));
    request.send(bytes);
  });
}
