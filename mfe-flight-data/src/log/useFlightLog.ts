import { useEffect, useRef, useState } from 'react';
import { FLIGHT_LOG_MAX_BYTES } from '@dps/contract';
import { texts } from '../texts.ts';
import type { FlightLog } from './read-flight-log.ts';
import { readInWorker } from './read-in-worker.ts';

/** The state of the chosen log. */
export type LogState =
  | { kind: 'none' }
  | { kind: 'reading'; name: string; share: number }
  | { kind: 'failed'; name: string; message: string }
  | { kind: 'read'; log: FlightLog };

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
      else setState({ kind: 'read', log: message.log });
    });
  };
  return { state, choose, clear };
}
