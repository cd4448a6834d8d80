import type { FormikProps } from 'formik';
import { useRef, useState } from 'react';
import type { FlightEvidenceBody, MeasuredEvidence, SurveyCameraId } from '@dps/shared-contracts';
import { useFlightLog, type ChosenLog } from '../log/useFlightLog.ts';
import type { FlightUploadValues } from './flight-upload.ts';
import { withMeasuredValues, withCamera } from './measured-upload.ts';

export interface UploadLog {
  chosen: ChosenLog;
  /** The evidence of the log with the camera; undefined until a log is read. */
  evidence: FlightEvidenceBody | undefined;
  /** Number of invalid positions of the log. */
  skipped: number;
  setCamera: (camera: SurveyCameraId | null) => void;
}

/** The log of an upload form. Its values fill in the form, and the user can correct them. A new log replaces them. */
export function useUploadLog(formik: FormikProps<FlightUploadValues>): UploadLog {
  const [camera, setCamera] = useState<SurveyCameraId | null>(null);
  /** The evidence whose values the form contains, also after its log is removed. */
  const filledBy = useRef<MeasuredEvidence>(undefined);
  const chosen = useFlightLog((log) => {
    const before = filledBy.current;
    const after = { ...log.evidence, camera };
    filledBy.current = after;
    void formik.setValues((values) => withMeasuredValues(values, before, after));
  });
  const log = chosen.state.kind === 'read' ? chosen.state.log : undefined;
  const evidence = log && { ...log.evidence, camera };
  return {
    chosen,
    evidence,
    skipped: log?.skipped ?? 0,
    setCamera: (next) => {
      setCamera(next);
      if (evidence) {
        filledBy.current = { ...evidence, camera: next };
        void formik.setValues((values) => withCamera(values, evidence, { ...evidence, camera: next }));
      }
    },
  };
}
