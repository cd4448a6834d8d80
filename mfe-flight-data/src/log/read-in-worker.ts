import { WorkerScript } from '@dps/contract/worker';
import { texts } from '../texts.ts';
import type { LogMessage } from './post-log.ts';

const script = () => new WorkerScript(new URL('./flight-log.worker.ts', import.meta.url));

function isLogMessage(data: unknown): data is LogMessage {
  return typeof data === 'object' && data !== null && 'kind' in data;
}

/**
 * Reads a log in a new worker. `onMessage` receives the progress and finally the result.
 *
 * @returns cancels the reading; `onMessage` receives no further message
 */
export function readInWorker(file: File, onMessage: (message: LogMessage) => void): () => void {
  let worker: Worker | undefined;
  let ended = false;
  const end = () => {
    ended = true;
    worker?.terminate();
  };
  const receive = (message: LogMessage) => {
    if (ended) return;
    if (message.kind !== 'progress') end();
    onMessage(message);
  };
  const fail = () => receive({ kind: 'failed', message: texts.log.unreadable });
  const onStart = (started: Worker) => {
    worker = started;
    if (ended) return started.terminate();
    started.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isLogMessage(data)) receive(data);
    });
    started.addEventListener('error', fail);
    return started.postMessage(file, { transfer: [] });
  };
  script().start().then(onStart, fail);
  return end;
}
