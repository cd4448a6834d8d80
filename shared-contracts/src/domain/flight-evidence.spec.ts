import { measuredValues, provenanceOf } from './flight-evidence.ts';
import { groundSampleDistance } from './survey-camera.ts';

const evidence = (figures: Partial<Parameters<typeof measuredValues>[0]['figures']> = {}) => ({
  figures: { durationSeconds: 2550, maxHeightMeters: 115.9, areaSquareMeters: 42_087, ...figures },
  camera: 'dji-mavic-3-enterprise' as const,
});

describe('groundSampleDistance', () => {
  it.each([
    // The examples of Pix4D: https://support.pix4d.com/hc/en-us/articles/202557469 and its calculator.
    [{ sensorWidth: 6.17, focalLength: 5, imageWidth: 4000 }, 162.07, 5],
    [{ sensorWidth: 13.125, focalLength: 15.4, imageWidth: 4608 }, 100, 1.85],
  ])('[EVID-3] is %j at %d m: %d cm', (camera, height, centimeters) => {
    expect(groundSampleDistance(camera, height)).toBeCloseTo(centimeters, 2);
  });
});

describe('measuredValues', () => {
  it('formats values as a record does', () => {
    expect(measuredValues(evidence())).toEqual({
      duration: 43,
      altitude: '380 ft',
      coverageArea: '10.4 acres',
      resolution: '3.1 cm/pixel',
    });
  });

  it.each([
    [2549, 42],
    [2550, 43],
    [0, 1],
  ])('rounds %d seconds to %d minutes, at least 1', (durationSeconds, minutes) => {
    expect(measuredValues(evidence({ durationSeconds })).duration).toBe(minutes);
  });

  it('has null for values that the log lacks', () => {
    const nothing = measuredValues(evidence({ maxHeightMeters: null, areaSquareMeters: 3 }));
    expect(nothing).toEqual({ duration: 43, altitude: null, coverageArea: null, resolution: null });
    expect(measuredValues({ ...evidence(), camera: null }).resolution).toBeNull();
  });
});

describe('provenanceOf', () => {
  it('marks values equal to the log as measured and all others as typed', () => {
    const record = { duration: 43, altitude: '380 ft', coverageArea: '12 acres', resolution: null };
    expect(provenanceOf(record, evidence())).toEqual({
      duration: 'measured',
      altitude: 'measured',
      coverageArea: 'typed',
      resolution: 'typed',
    });
  });

  it('never marks a value as measured that the log lacks', () => {
    const silent = evidence({ maxHeightMeters: null });
    expect(provenanceOf({ altitude: null }, silent).altitude).toBe('typed');
  });
});
