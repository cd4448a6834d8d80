import { useEffect, useEffectEvent, useState } from 'react';
import type { FlightEvidenceBody, SurveyCameraId } from '@dps/contract';
import type { FlightLog } from '../log/read-flight-log.ts';
import { useFlightLog, type ChosenLog } from '../log/useFlightLog.ts';
import type { FlightUploadValues } from './flight-upload.ts';
import { measuredTexts, withCamera, withMeasuredValues } from './measured-upload.ts';

export interface UploadLog {
  chosen: ChosenLog;
  /** The evidence of the log with the camera; undefined until a log is read. */
  evidence: FlightEvidenceBody | undefined;
  /** Number of invalid positions of the log. */
  skipped: number;
  setCamera: (camera: SurveyCameraId | null) => void;
}

/**
 * Fills in an upload form.
 *
 * @param change returns the form after the change
 * @param filled the texts that the change fills in
 */
export type FillIn = (
  change: (values: FlightUploadValues, before: FlightUploadValues) => FlightUploadValues,
  filled: Partial<FlightUploadValues>,
) => void;

/** The log of an upload form. Its values fill in the form, and the user can correct them. A new log replaces them. */
export function useUploadLog(fillIn: FillIn): UploadLog {
  const [camera, setCamera] = useState<SurveyCameraId | null>(null);
  const chosen = useFlightLog();
  const log = chosen.state.kind === 'read' ? chosen.state.log : undefined;
  const evidence = log && { ...log.evidence, camera };
  const fillInLog = useEffectEvent((read: FlightLog) => {
    const after = { ...read.evidence, camera };
    fillIn((values, before) => withMeasuredValues(values, before, after), measuredTexts(after));
  });
  useEffect(() => {
    if (log) fillInLog(log);
  }, [log]);
  return {
    chosen,
    evidence,
    skipped: log?.skipped ?? 0,
    setCamera: (next) => {
      setCamera(next);
      if (!evidence) return;
      const after = { ...evidence, camera: next };
      fillIn((values, before) => withCamera(values, before, after), measuredTexts(after));
    },
  };
}
