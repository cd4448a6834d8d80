/** The options of `fetch` that API calls use. */
export interface CallOptions {
  method: string;
  credentials: 'include';
  signal: AbortSignal;
  /** Options that only `fetch` has. */
  keepalive?: boolean;
  headers?: Record<string, string>;
  body?: string | Blob;
}

/** Parses response headers, one `name: value` a line. */
function readHeaders(lines: string): Headers {
  const headers = new Headers();
  for (const line of lines.split('\r\n')) {
    const [name, ...value] = line.split(': ');
    if (name) headers.append(name, value.join(': '));
  }
  return headers;
}

function readAnswer(request: XMLHttpRequest): Response {
  const { status, statusText, responseText } = request;
  const headers = readHeaders(request.getAllResponseHeaders());
  return new Response(responseText || null, { status, statusText, headers });
}

/**
 * `fetch` with upload progress, for large bodies. Of all browser APIs, only XMLHttpRequest reports upload progress.
 *
 * @param onProgress receives the sent part of the body, from 0 to 1
 * @throws as `fetch` does: without a response, and with the reason of the signal on abort
 */
export function watchedFetch(
  url: string,
  { method, signal, headers = {}, body = '' }: CallOptions,
  onProgress: (part: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(loaded / total);
    });
    request.addEventListener('load', () => resolve(readAnswer(request)));
    request.addEventListener('error', () => reject(new TypeError('Failed to fetch')));
    request.addEventListener('abort', () => reject(signal.reason));
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
    signal.addEventListener('abort', abort);
    request.open(method, url);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(body);
  });
}
