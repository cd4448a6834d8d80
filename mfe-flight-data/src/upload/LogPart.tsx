import { Suspense, useEffect, useRef } from 'react';
import { Stack, Typography } from '@dps/ui';
import { LoadingShape } from '@dps/ui/loading-shape';
import { onDemand } from '@dps/ui/on-demand';
import { texts } from '../texts.ts';
import { LogField } from './LogField.tsx';
import { resultLine } from './measured-upload.ts';
import type { UploadLog } from './useUploadLog.ts';
import {
  isSurveyCamera,
  SURVEY_CAMERA_IDS,
  SURVEY_CAMERAS,
  type LogEvidence,
  type SurveyCameraId,
} from '@dps/contract';
import { SelectField } from '@dps/ui/data';

const NONE = 'none';
const OPTIONS = [
  { value: NONE, label: texts.log.noCamera },
  ...SURVEY_CAMERA_IDS.map((id) => ({ value: id, label: SURVEY_CAMERAS[id].name })),
];

interface CameraProps {
  camera: SurveyCameraId | null;
  onChange: (camera: SurveyCameraId | null) => void;
  disabled: boolean;
}

/** The choice of the camera, which determines the resolution on the ground. */
function LogCamera({ camera, onChange, disabled }: CameraProps) {
  return (
    <SelectField<string>
      label={texts.log.camera}
      value={camera ?? NONE}
      onChange={(value) => onChange(isSurveyCamera(value) ? value : null)}
      options={OPTIONS}
      helperText={texts.log.cameraHint}
      disabled={disabled}
    />
  );
}

const FlightDrawing = onDemand(() => import('../evidence/FlightDrawing.tsx'));

/** The result of a log in one line, to which the form scrolls when the log is read. */
function LogResult({ evidence }: { evidence: LogEvidence }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The block keeps the effect without a result: newer browsers return a promise, which is no clean-up function.
    line.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <Typography ref={line} sx={{ fontWeight: 650, scrollMarginTop: 16 }}>
      {resultLine(evidence)}
    </Typography>
  );
}

/** The log of an upload form, with its result and a drawing of its flight. */
export function LogPart({ log, busy }: { log: UploadLog; busy: boolean }) {
  const { chosen, evidence, setCamera } = log;
  const skipped = evidence?.figures.skippedPositions;
  return (
    <Stack spacing={4}>
      <LogField chosen={chosen} disabled={busy} />
      {evidence && (
        <>
          <LogResult key={evidence.sha256} evidence={evidence} />
          {skipped && (
            <Typography color="textSecondary">
              {texts.log.skipped(skipped.toLocaleString('en-US'))}
            </Typography>
          )}
          <Suspense fallback={<LoadingShape text={texts.evidence.loading} shape="cards" count={1} />}>
            <FlightDrawing evidence={evidence} track={evidence.track} />
          </Suspense>
          <LogCamera camera={evidence.camera} onChange={setCamera} disabled={busy} />
        </>
      )}
    </Stack>
  );
}
