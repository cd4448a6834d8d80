import { isObject, paths, type UploadView } from '@dps/contract';
import {
  errorText,
  hasUnsentFiles,
  isApiError,
  type ApiError,
  type ApiRequest,
  type CallResult,
} from '@dps/contract/client';
import { sendPart, uploadFile, waitForNetwork, type SentFile, type UploadCalls } from '@dps/contract/upload';
import type { StoredCall } from './call-store.ts';

export type Send = (request: ApiRequest) => PromiseLike<CallResult>;

interface Watch {
  signal: AbortSignal;
  /** Receives the sent part of the files, in whole percent; null while there is no connection. */
  onPercent: (percent: number | null) => void;
}

/** Whether the call may succeed later: the server is unreachable, busy or faulty, or its user must sign in again. */
export const isTemporary = ({ status, code }: ApiError): boolean =>
  status === 0 ||
  status === 401 ||
  status === 408 ||
  status === 429 ||
  status >= 500 ||
  code === 'other_user';

/** Whether a call uploads files, which can take minutes. */
export const isUpload = ({ request, upload }: Pick<StoredCall, 'request' | 'upload'>): boolean =>
  upload !== undefined || hasUnsentFiles(request);

const isUploadView = (data: unknown): data is UploadView =>
  isObject(data) && typeof data['id'] === 'number' && typeof data['receivedBytes'] === 'number';

function uploadIn(result: CallResult): UploadView {
  if ('error' in result) throw result.error;
  if (!isUploadView(result.data)) throw new Error('The response has no upload');
  return result.data;
}

/**
 * Returns the call that uploads the log of a call, whose key it has; undefined without a log.
 *
 * @param record the flight record that the call has created
 */
export function uploadAfter(
  { log, idempotencyKey }: ApiRequest,
  record: unknown,
): Pick<StoredCall, 'request' | 'upload'> | undefined {
  if (!log || !isObject(record)) return undefined;
  const { jobId, id: recordId } = record;
  if (typeof jobId !== 'number' || typeof recordId !== 'number') return undefined;
  return {
    request: {
      url: paths.uploads(jobId),
      method: 'POST',
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      whenOffline: { title: log.title },
    },
    upload: { file: log.file, jobId, recordId },
  };
}

/** Returns the error of a file, which names the file if it is the reason. */
const errorOf = (error: ApiError, { name }: File): ApiError =>
  error.code === 'invalid_file' ? { ...error, userMessage: `${name}: ${errorText(error, '')}` } : error;

/**
 * Uploads files to a job, one after the other. Continues after interruptions until it succeeds, or until the server refuses one.
 * Returns the ids of the uploaded files.
 */
async function uploadFiles(
  files: readonly SentFile[],
  { jobId, userId, send }: { jobId: number; userId: number; send: Send },
  { signal, onPercent }: Watch,
): Promise<{ ids: number[]; error?: ApiError }> {
  const calls: UploadCalls = {
    startUpload: async (body, idempotencyKey) =>
      uploadIn(await send({ url: paths.uploads(jobId), method: 'POST', userId, body, idempotencyKey })),
    sendPart: (id, part, bytes, watch) => sendPart({ jobId, id, part }, bytes, { owner: userId, ...watch }),
    complete: async (id) =>
      uploadIn(await send({ url: `${paths.upload(jobId, id)}/complete`, method: 'POST', userId })),
    wait: waitForNetwork,
  };
  const size = files.reduce((sum, { file }) => sum + file.size, 0);
  const ids: number[] = [];
  let before = 0;
  for (const sent of files) {
    let started = 0;
    try {
      await uploadFile(sent, calls, {
        signal,
        onStarted: (id) => (started = id),
        onProgress: (bytes) => onPercent(Math.min(100, Math.floor(((before + bytes) / size) * 100))),
        onState: (state) => {
          if (state === 'retrying') onPercent(null);
        },
      });
    } catch (error) {
      if (isApiError(error)) return { ids, error: errorOf(error, sent.file) };
      throw error;
    }
    before += sent.file.size;
    ids.push(started);
  }
  return { ids };
}

/**
 * Uploads the files of a message that the server does not have, and then sends the message. If the server refuses it, its files are
 * deleted there: this device keeps them.
 */
async function sendMessage(
  { request, userId }: StoredCall,
  { jobId, all }: NonNullable<ApiRequest['files']>,
  send: Send,
  watch: Watch,
): Promise<CallResult> {
  const unsent: SentFile[] = [];
  const fileIds: number[] = [];
  for (const each of all) {
    if (each.id === null) unsent.push({ purpose: 'message', ...each });
    else fileIds.push(each.id);
  }
  const { ids, error } = await uploadFiles(unsent, { jobId, userId, send }, watch);
  const body = { ...(isObject(request.body) && request.body), fileIds: [...fileIds, ...ids] };
  const result = error ? { error } : await send({ ...request, body });
  if ('error' in result && !isTemporary(result.error))
    for (const id of ids) await send({ url: paths.upload(jobId, id), method: 'DELETE', userId });
  return result;
}

/** Sends a call. A log is uploaded to its record, and the files of a message before it. */
export async function sendCall(call: StoredCall, send: Send, watch: Watch): Promise<CallResult> {
  const { request, upload, userId } = call;
  if (upload) {
    const { jobId, ...log } = upload;
    const sent = { purpose: 'flight-log', idempotencyKey: request.idempotencyKey ?? '', ...log } as const;
    const { error } = await uploadFiles([sent], { jobId, userId, send }, watch);
    return error ? { error } : { data: undefined };
  }
  return request.files && isUpload(call) ? sendMessage(call, request.files, send, watch) : send(request);
}
