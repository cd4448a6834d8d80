import { measuredValues, type MeasuredEvidence } from '@dps/contract';
import { EMPTY_UPLOAD } from './flight-upload.ts';
import { withMeasuredValues, measuredTexts, provenanceText, withCamera } from './measured-upload.ts';

const evidence = (values: Partial<MeasuredEvidence['figures']> = {}): MeasuredEvidence => ({
  figures: { durationSeconds: 2520, maxHeightMeters: 115.9, areaSquareMeters: 42_087, ...values },
  camera: null,
});
const withPhantom = { ...evidence(), camera: 'dji-phantom-4-rtk' as const };

describe('withMeasuredValues', () => {
  it('sets empty measured fields and keeps typed ones', () => {
    const typed = { ...EMPTY_UPLOAD, flightNumber: 'FL-101', altitude: '50 ft', resolution: '1 cm/pixel' };
    expect(withMeasuredValues(typed, EMPTY_UPLOAD, evidence())).toEqual({
      ...typed,
      duration: '42',
      coverageArea: '10.4 acres',
    });
  });

  it('replaces or clears the values of the previous log, and keeps corrected ones', () => {
    const first = { ...withMeasuredValues(EMPTY_UPLOAD, EMPTY_UPLOAD, evidence()), altitude: '50 ft' };
    const second = evidence({ durationSeconds: 600, areaSquareMeters: 0 });
    const before = { ...EMPTY_UPLOAD, ...measuredTexts(evidence()) };
    expect(withMeasuredValues(first, before, second)).toEqual({
      ...EMPTY_UPLOAD,
      duration: '10',
      altitude: '50 ft',
    });
  });

  it('keeps the values that the log lacks', () => {
    const silent = evidence({ maxHeightMeters: null, areaSquareMeters: 0 });
    const typed = { ...EMPTY_UPLOAD, altitude: '380 ft', coverageArea: '10 acres' };
    expect(withMeasuredValues(typed, EMPTY_UPLOAD, silent)).toEqual({ ...typed, duration: '42' });
  });
});

describe('withCamera', () => {
  it('changes the resolution with the camera', () => {
    const filled = withMeasuredValues(EMPTY_UPLOAD, EMPTY_UPLOAD, evidence());
    const chosen = withCamera(filled, filled, withPhantom);
    expect(chosen.resolution).toBe('3.2 cm/pixel');
    expect(withCamera(chosen, chosen, evidence()).resolution).toBe('');
  });

  it('keeps a resolution that the user has typed', () => {
    const typed = { ...EMPTY_UPLOAD, resolution: '5 cm/pixel' };
    expect(withCamera(typed, EMPTY_UPLOAD, withPhantom)).toBe(typed);
  });
});

describe('provenanceText', () => {
  const measured = measuredValues(evidence());
  it.each([
    ['duration', '42', 'Measured by the log'],
    ['duration', ' 42 ', 'Measured by the log'],
    ['duration', '45', 'Typed. The log says 42.'],
    ['altitude', '', 'The log says 380 ft.'],
    ['resolution', '2 cm/pixel', 'Typed. The log has no value.'],
    ['resolution', '', undefined],
  ] as const)('for %s with %j is "%s"', (field, typed, text) => {
    expect(provenanceText(measured, field, typed)).toBe(text);
  });
});
