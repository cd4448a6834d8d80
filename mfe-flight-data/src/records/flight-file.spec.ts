import { localDay } from '@dps/contract';
import { aFlightRecord } from '@dps/contract/testing';
import { flightFile, flightsFile, flightsJsonFile } from './flight-file.ts';

const FULL = aFlightRecord({
  pilotId: 3,
  jobId: 7,
  altitude: '400 ft',
  coverageArea: '10 acres',
  resolution: '2cm/pixel',
  notes: 'Light wind from the west',
});
const flightRecord = (facts: Partial<typeof FULL> = {}) => ({ ...FULL, ...facts });
const DAY = localDay(new Date(flightRecord().createdAt));

describe('flightFile', () => {
  it('[FLIGHT-11, FLIGHT-12] contains the fields of a flight in order', () => {
    const { content, mediaType } = flightFile(flightRecord());
    expect(mediaType).toBe('application/json');
    expect(Object.entries(JSON.parse(content))).toEqual([
      ['flightNumber', 'FL-001'],
      ['date', DAY],
      ['duration', '45 minutes'],
      ['altitude', '400 ft'],
      ['coverageArea', '10 acres'],
      ['resolution', '2cm/pixel'],
      ['notes', 'Light wind from the west'],
      ['pilotId', 3],
      ['jobId', 7],
    ]);
  });

  it.each([null, ''])('[FLIGHT-13] contains placeholders for fields that are %j', (nothing) => {
    const [altitude, coverageArea, resolution, notes] = [nothing, nothing, nothing, nothing];
    const record = flightRecord({ altitude, coverageArea, resolution, notes });
    expect(JSON.parse(flightFile(record).content)).toMatchObject({
      altitude: 'Not recorded',
      coverageArea: 'Not recorded',
      resolution: 'Not recorded',
      notes: 'No additional notes',
    });
  });

  it.each([
    ['FL-001', `flight-FL-001-${DAY}.json`],
    ['../../etc/passwd', `flight-.._.._etc_passwd-${DAY}.json`],
    ['a\u202Enosj', `flight-a_nosj-${DAY}.json`],
  ])('[FLIGHT-14] has a safe file name for flight %j', (flightNumber, name) => {
    expect(flightFile(flightRecord({ flightNumber })).name).toBe(name);
  });
});

describe('flightsJsonFile', () => {
  it('contains all records in the form of a single download', () => {
    const file = flightsJsonFile([flightRecord(), flightRecord({ notes: null })], new Date(2026, 10, 20));
    expect(file.name).toBe('flight-data-2026-11-20.json');
    expect(JSON.parse(file.content)).toEqual([
      JSON.parse(flightFile(flightRecord()).content),
      JSON.parse(flightFile(flightRecord({ notes: null })).content),
    ]);
  });
});

describe('flightsFile', () => {
  const today = new Date(2026, 10, 20, 23, 30);

  it('has the local day of the export in its name, a header and one row for each record', () => {
    expect(flightsFile([], today).name).toBe('flight-data-2026-11-20.csv');
    const records = [flightRecord(), flightRecord({ altitude: null, notes: '=1+1', duration: 5 })];
    expect(flightsFile(records, today).content).toBe(
      'Flight Number,Date,Duration (minutes),Altitude,Coverage Area,Resolution,Notes,Job ID\r\n' +
        `FL-001,${DAY},45,400 ft,10 acres,2cm/pixel,Light wind from the west,7\r\n` +
        `FL-001,${DAY},5,,10 acres,2cm/pixel,'=1+1,7\r\n`,
    );
  });
});
