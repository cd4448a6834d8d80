import { measuredValues, type MeasuredEvidence } from '@dps/contract';
import { EMPTY_UPLOAD } from './flight-upload.ts';
import {
  measuredTexts,
  provenanceText,
  resultLine,
  textsOfCamera,
  textsOfLog,
  textsWithoutLog,
} from './measured-upload.ts';

const evidence = (values: Partial<MeasuredEvidence['figures']> = {}): MeasuredEvidence => ({
  figures: { durationSeconds: 2520, maxHeightMeters: 115.9, areaSquareMeters: 42_087, ...values },
  camera: null,
});
const withPhantom = { ...evidence(), camera: 'dji-phantom-4-rtk' as const };

const { resolution: _resolution, ...withoutResolution } = measuredTexts(evidence());

describe('textsOfLog', () => {
  it('[EVID-2] has the measured fields that are empty, and leaves typed ones out', () => {
    const typed = { ...EMPTY_UPLOAD, flightNumber: 'FL-101', altitude: '50 ft', resolution: '1 cm/pixel' };
    const texts = textsOfLog(typed, EMPTY_UPLOAD, evidence());
    expect(texts).toEqual({ duration: '42', coverageArea: '10.4 acres' });
  });

  it('[EVID-2] replaces or clears the values of the previous log, and leaves corrected ones out', () => {
    const before = { ...EMPTY_UPLOAD, ...measuredTexts(evidence()) };
    const second = evidence({ durationSeconds: 600, areaSquareMeters: 0 });
    const texts = textsOfLog({ ...before, altitude: '50 ft' }, before, second);
    expect(texts).toEqual({ duration: '10', coverageArea: '', resolution: '' });
  });

  it('leaves out a typed text that equals the log', () => {
    const typed = { ...EMPTY_UPLOAD, altitude: '380 ft' };
    expect(textsOfLog(typed, EMPTY_UPLOAD, evidence())).not.toHaveProperty('altitude');
  });
});

describe('textsWithoutLog', () => {
  it('[EVID-18] empties the values of the log, and leaves typed and corrected ones out', () => {
    const values = { ...EMPTY_UPLOAD, ...withoutResolution, resolution: '2 cm/pixel', altitude: '50 ft' };
    const before = { ...EMPTY_UPLOAD, ...withoutResolution };
    expect(textsWithoutLog(values, before)).toEqual({ duration: '', coverageArea: '' });
  });
});

describe('textsOfCamera', () => {
  it('has the resolution with the camera', () => {
    const filled = { ...EMPTY_UPLOAD, ...measuredTexts(evidence()) };
    const chosen = textsOfCamera(filled, filled, withPhantom);
    expect(chosen).toEqual({ resolution: '3.2 cm/pixel' });
    const after = { ...filled, ...chosen };
    expect(textsOfCamera(after, after, evidence())).toEqual({ resolution: '' });
  });

  it('leaves out a resolution that the user has typed', () => {
    expect(textsOfCamera({ ...EMPTY_UPLOAD, resolution: '5 cm/pixel' }, EMPTY_UPLOAD, withPhantom)).toEqual(
      {},
    );
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

describe('resultLine', () => {
  it.each([
    [evidence(), '42 min · 380 ft · 10.4 acres'],
    [withPhantom, '42 min · 380 ft · 10.4 acres · 3.2 cm/pixel'],
    [{ ...evidence(), incomplete: true }, '42 min · 380 ft · 10.4 acres · incomplete'],
    [evidence({ maxHeightMeters: null, areaSquareMeters: 0 }), '42 min'],
  ])('[EVID-30] has the values that the log has, and whether it is incomplete: %#', (log, line) => {
    expect(resultLine(log)).toBe(line);
  });
});
