import type { FormikProps } from 'formik';
import { useState } from 'react';
import type { FlightEvidenceBody, SurveyCameraId } from '@dps/shared-contracts';
import { useFlightLog, type ChosenLog } from '../log/useFlightLog.ts';
import type { FlightUploadValues } from './flight-upload.ts';
import { filledIn, withCamera } from './measured-upload.ts';

export interface UploadLog {
  chosen: ChosenLog;
  /** What the log says, with the camera; undefined until one was read. */
  evidence: FlightEvidenceBody | undefined;
  /** Positions of the log that could not be used. */
  skipped: number;
  setCamera: (camera: SurveyCameraId | null) => void;
}

/** The log of an upload form: what it says goes into the form, where it can be corrected. */
export function useUploadLog(formik: FormikProps<FlightUploadValues>): UploadLog {
  const [camera, setCamera] = useState<SurveyCameraId | null>(null);
  const chosen = useFlightLog((log) => {
    void formik.setValues((values) => filledIn(values, { ...log.evidence, camera }));
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
        void formik.setValues((values) => withCamera(values, evidence, { ...evidence, camera: next }));
      }
    },
  };
}
