/** What of a `fetch` a call of ours uses. */
export interface CallOptions {
  method: string;
  credentials: 'include';
  signal: AbortSignal;
  /** Of `fetch` alone. */
  keepalive?: boolean;
  headers?: Record<string, string>;
  body?: string | Blob;
}

/** The headers of an answer out of their lines: `name: value`. */
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
 * `fetch` for a call with a large body, which says how far it got. Of all that browsers offer, XMLHttpRequest alone tells
 * how much was sent.
 *
 * @param onProgress runs with the part of the body that was sent, from 0 to 1
 * @throws as `fetch` does: when no answer comes, and the signal's reason when it is aborted
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
