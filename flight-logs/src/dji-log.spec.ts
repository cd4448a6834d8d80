import { logEvidence, measuredValues } from '@dps/contract';
import { djiRecord } from './testing/dji-records.ts';
import { squareFlight, logFile } from './testing/flight-logs.ts';
import { unscrambled } from './dji-scramble.ts';
import { readFlightLog } from './read-flight-log.ts';

const flight = squareFlight();
const read = async (bytes: Uint8Array<ArrayBuffer>) =>
  readFlightLog(logFile(bytes, 'DJIFlightRecord_2026-11-02_[09-04-05].txt'), () => {});

const SUMMARY = {
  format: 'dji-txt',
  heightReference: 'take-off',
  figures: {
    startedAt: '2026-11-02T15:04:05.000Z',
    durationSeconds: 60,
    distanceMeters: 812.5,
    distanceSource: 'log',
    positions: 0,
    areaSquareMeters: 0,
    maxHeightMeters: 100,
    secondsAboveLimit: null,
  },
};

it('unscrambles a block of a public record', () => {
  // The key that the zeros in the header of a Mini 2 show.
  const block = Uint8Array.from([0x1f, 0x42, 0x5e, 0xa2, 0x2b, 0xfd, 0x7c, 0x6a, 0x22, 0x42 ^ 7]);
  expect([...unscrambled(block, 0)]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 7]);
});

describe('a flight record of a DJI app', () => {
  it.each([3, 6, 11, 12])('[EVID-14] has a track in version %d', async (version) => {
    const evidence = await read(djiRecord(flight, { version }));
    expect(evidence).toMatchObject({
      ...SUMMARY,
      figures: {
        ...SUMMARY.figures,
        positions: 61,
        secondsAboveLimit: 0,
        areaSquareMeters: expect.any(Number),
      },
    });
    expect(Math.abs(evidence.figures.areaSquareMeters - 40_000)).toBeLessThan(20);
  });

  it('[EVID-15] has a summary in version 14, whose records are encrypted', async () => {
    const evidence = await read(djiRecord(flight, { version: 14 }));
    expect(evidence).toMatchObject(SUMMARY);
    expect(evidence.track).toBeUndefined();
    expect(logEvidence.validateSync(evidence, { strict: true })).toEqual(evidence);
    const values = { duration: 1, altitude: '328 ft', coverageArea: null, resolution: null };
    expect(measuredValues(evidence)).toEqual(values);
  });

  it('[EVID-15] has a summary if the aircraft had no fix', async () => {
    const indoors = flight.map((position) => ({ ...position, longitude: 0, latitude: 1e-9 }));
    expect(await read(djiRecord(indoors))).toMatchObject(SUMMARY);
  });

  it('[EVID-15] has no figures that no flight has', async () => {
    const figures = { distance: 0.7, height: 9000 };
    expect(await read(djiRecord(flight, { version: 14, figures }))).toMatchObject({
      heightReference: null,
      figures: { distanceMeters: 0, maxHeightMeters: null, durationSeconds: 60 },
    });
  });

  it('has the distance of its positions if they contradict that of the app', async () => {
    const { figures } = await read(djiRecord(flight, { figures: { distance: 5000 } }));
    expect(figures).toMatchObject({ distanceSource: 'positions', distanceMeters: 800 });
  });

  it('continues after the clock of the aircraft is set back', async () => {
    const second = flight.map((position) => ({ ...position, seconds: position.seconds + 0.5 }));
    const { figures } = await read(djiRecord([...flight, ...second]));
    expect(figures).toMatchObject({ durationSeconds: 120, positions: 121 });
  });

  it.each([
    ['of the next century', 4_200_000_000_000],
    ['before its clock was set', 0],
  ])('has no start %s', async (_when, start) => {
    for (const version of [11, 14])
      expect((await read(djiRecord(flight, { version, figures: { start } }))).figures.startedAt).toBeNull();
  });

  it('is incomplete if it ends before the duration in its header', async () => {
    const record = djiRecord(flight, { version: 12 });
    expect((await read(record)).incomplete).toBeUndefined();
    expect(await read(record.slice(0, -1000))).toMatchObject({ incomplete: true });
  });

  it.each([
    ['without a duration', djiRecord(flight, { figures: { seconds: 0 } }), 'djiRecord'],
    ['if it is cut off after its records', djiRecord(flight, { version: 8 }).slice(0, -500), 'truncated'],
    ['if it is cut off in its header', djiRecord(flight, { version: 14 }).slice(0, 200), 'truncated'],
  ])('is refused %s', async (_what, record, code) => {
    await expect(read(record)).rejects.toMatchObject({ code });
  });
});
