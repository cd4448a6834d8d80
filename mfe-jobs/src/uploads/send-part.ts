import { paths } from '@dps/contract';
import { toApiError } from '@dps/contract/client';

const errorOf = ({ status, statusText, responseText }: XMLHttpRequest) =>
  toApiError({ status, statusText, headers: new Headers() }, responseText);

/**
 * Sends a part of a file as bytes. API calls of the shell send JSON only.
 *
 * @param owner the user whose page sends the part; the server refuses the session of another user
 * @param onProgress receives the number of sent bytes
 * @throws ApiError with status 0 without a response, and the reason of the signal on abort
 */
export function sendPart(
  url: string,
  part: Blob,
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
    request.open('PUT', url);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.setRequestHeader(paths.PAGE_USER_HEADER, String(owner));
    request.send(part);
  });
}
