import { isSurveyCamera, SURVEY_CAMERA_IDS, SURVEY_CAMERAS, type SurveyCameraId } from '@dps/contract';
import { SelectField } from '@dps/ui/data';
import { texts } from '../texts.ts';

const NONE = 'none';
const OPTIONS = [
  { value: NONE, label: texts.log.noCamera },
  ...SURVEY_CAMERA_IDS.map((id) => ({ value: id, label: SURVEY_CAMERAS[id].name })),
];

interface Props {
  camera: SurveyCameraId | null;
  onChange: (camera: SurveyCameraId | null) => void;
  disabled: boolean;
}

/** The choice of the camera, which determines the resolution on the ground. */
export function LogCamera({ camera, onChange, disabled }: Props) {
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
