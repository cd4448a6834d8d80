import { isObject, paths, type UploadView } from '@dps/contract';
import { isApiError, type ApiRequest, type CallResult } from '@dps/contract/client';
import { sendPart, uploadFile, waitForNetwork, type UploadCalls } from '@dps/contract/upload';
import type { StoredCall } from './call-store.ts';

export type Send = (request: ApiRequest) => PromiseLike<CallResult>;

const isUpload = (data: unknown): data is UploadView =>
  isObject(data) && typeof data['id'] === 'number' && typeof data['receivedBytes'] === 'number';

function uploadIn(result: CallResult): UploadView {
  if ('error' in result) throw result.error;
  if (!isUpload(result.data)) throw new Error('The response has no upload');
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

/**
 * Uploads a log to its record. Continues after interruptions until it succeeds, or until the server refuses it.
 *
 * @param onPercent receives the sent part of the file, in whole percent
 */
export async function sendLog(
  { request, userId }: StoredCall,
  { file, jobId, recordId }: NonNullable<StoredCall['upload']>,
  send: Send,
  { signal, onPercent }: { signal: AbortSignal; onPercent: (percent: number) => void },
): Promise<CallResult> {
  const calls: UploadCalls = {
    startUpload: async (body, idempotencyKey) =>
      uploadIn(await send({ ...request, userId, body, idempotencyKey })),
    sendPart: (id, part, bytes, watch) => sendPart({ jobId, id, part }, bytes, { owner: userId, ...watch }),
    complete: async (id) =>
      uploadIn(await send({ url: `${paths.upload(jobId, id)}/complete`, method: 'POST', userId })),
    wait: waitForNetwork,
  };
  const sent = {
    purpose: 'flight-log',
    recordId,
    file,
    idempotencyKey: request.idempotencyKey ?? '',
  } as const;
  try {
    await uploadFile(sent, calls, {
      signal,
      onStarted: () => undefined,
      onProgress: (bytes) => onPercent(Math.min(100, Math.floor((bytes / file.size) * 100))),
      onState: () => undefined,
    });
    return { data: undefined };
  } catch (error) {
    if (isApiError(error)) return { error };
    throw error;
  }
}
