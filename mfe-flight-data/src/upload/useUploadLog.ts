import { useEffect, useEffectEvent, useState } from 'react';
import type { LogEvidence, SurveyCameraId } from '@dps/contract';
import { useFlightLog, type ChosenLog } from '../log/useFlightLog.ts';
import type { FlightUploadValues } from './flight-upload.ts';
import { textsOfCamera, textsOfLog, textsWithoutLog } from './measured-upload.ts';

export interface UploadLog {
  chosen: ChosenLog;
  /** The evidence of the log with the camera; undefined until a log is read. */
  evidence: LogEvidence | undefined;
  /** The file of the log, to upload. */
  file: File | undefined;
  setCamera: (camera: SurveyCameraId | null) => void;
}

/**
 * Fills in an upload form.
 *
 * @param textsOf returns the texts to fill in, from those of the form and those that the form has filled in before
 */
export type FillIn = (
  textsOf: (values: FlightUploadValues, before: FlightUploadValues) => Partial<FlightUploadValues>,
) => void;

/**
 * The log of an upload form. Its values fill in the form, and the user can correct them. They leave the form with the log, so
 * that they are never saved as typed.
 *
 * @param firstNumber the flight number that a log fills in if there is none; an empty string for none
 */
export function useUploadLog(fillIn: FillIn, firstNumber: string): UploadLog {
  const [camera, setCamera] = useState<SurveyCameraId | null>(null);
  const chosen = useFlightLog();
  const { evidence: read, file } = chosen.state.kind === 'read' ? chosen.state : {};
  const evidence = read && { ...read, camera };
  const fillInLog = useEffectEvent((log: LogEvidence) => {
    const after = { ...log, camera };
    fillIn((values, before) => ({
      ...textsOfLog(values, before, after),
      ...(values.flightNumber === '' && { flightNumber: firstNumber }),
    }));
  });
  useEffect(() => {
    if (read) fillInLog(read);
  }, [read]);
  return {
    chosen: {
      ...chosen,
      choose: (next) => {
        fillIn(textsWithoutLog);
        chosen.choose(next);
      },
      clear: () => {
        fillIn(textsWithoutLog);
        chosen.clear();
      },
    },
    evidence,
    file,
    setCamera: (next) => {
      setCamera(next);
      if (!evidence) return;
      const after = { ...evidence, camera: next };
      fillIn((values, before) => textsOfCamera(values, before, after));
    },
  };
}
