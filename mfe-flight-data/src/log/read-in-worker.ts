import { WorkerScript } from '@dps/shared-contracts/worker';
import { texts } from '../texts.ts';
import type { LogMessage } from './flight-log.messages.ts';

const script = () => new WorkerScript(new URL('./flight-log.worker.ts', import.meta.url));

function isLogMessage(data: unknown): data is LogMessage {
  return typeof data === 'object' && data !== null && 'kind' in data;
}

/**
 * Reads a log in a worker of its own, whose code is loaded now. `hear` is told how far it is and, last, how it ended.
 *
 * @returns ends it; nothing is heard from then on
 */
export function readInWorker(file: File, hear: (message: LogMessage) => void): () => void {
  let worker: Worker | undefined;
  let ended = false;
  const end = () => {
    ended = true;
    worker?.terminate();
  };
  const tell = (message: LogMessage) => {
    if (ended) return;
    if (message.kind !== 'progress') end();
    hear(message);
  };
  const fail = () => tell({ kind: 'failed', message: texts.log.unreadable });
  const listen = (started: Worker) => {
    worker = started;
    if (ended) return started.terminate();
    started.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isLogMessage(data)) tell(data);
    });
    started.addEventListener('error', fail);
    return started.postMessage(file, { transfer: [] });
  };
  script().start().then(listen, fail);
  return end;
}
