import { useEffect, useRef, useState } from 'react';
import { FLIGHT_LOG_MAX_BYTES, type LogEvidence } from '@dps/contract';
import { texts } from '../texts.ts';
import { WorkerScript } from '@dps/contract/worker';
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
function readInWorker(file: File, onMessage: (message: LogMessage) => void): () => void {
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

/** The state of the chosen log. */
export type LogState =
  | { kind: 'none' }
  | { kind: 'reading'; name: string; share: number }
  | { kind: 'failed'; name: string; message: string }
  | { kind: 'read'; evidence: LogEvidence; file: File };

export interface ChosenLog {
  state: LogState;
  choose: (file: File) => void;
  /** Cancels the reading, or removes the log. */
  clear: () => void;
}

const NONE: LogState = { kind: 'none' };

/** The log of a form. A worker reads it and ends when the form unmounts. */
export function useFlightLog(): ChosenLog {
  const [state, setState] = useState<LogState>(NONE);
  const end = useRef<() => void>(() => {});
  useEffect(() => () => end.current(), []);
  const clear = () => {
    end.current();
    setState(NONE);
  };
  const choose = (file: File) => {
    end.current();
    const { name } = file;
    if (file.size > FLIGHT_LOG_MAX_BYTES) {
      setState({ kind: 'failed', name, message: texts.log.tooLarge });
      return;
    }
    setState({ kind: 'reading', name, share: 0 });
    end.current = readInWorker(file, (message) => {
      if (message.kind === 'progress') setState({ kind: 'reading', name, share: message.share });
      else if (message.kind === 'failed') setState({ kind: 'failed', name, message: message.message });
      else setState({ kind: 'read', evidence: message.evidence, file });
    });
  };
  return { state, choose, clear };
}
