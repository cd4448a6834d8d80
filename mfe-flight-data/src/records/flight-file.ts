import { csvTable, localDay, type FlightRecordView } from '@dps/contract';
import type { DownloadFile } from '@dps/contract/client';
import { texts } from '../texts.ts';

/** Characters that file systems reject, and bidirectional control characters. */
const UNSAFE_IN_NAMES = /[\\/:*?"<>|\p{Cc}\p{Bidi_Control}]/gu;
const safeName = (name: string) => name.replace(UNSAFE_IN_NAMES, '_');

/** The calendar day of a record in the viewer's time zone, `YYYY-MM-DD`. */
const dayOf = ({ createdAt }: FlightRecordView) => localDay(new Date(createdAt));

/** Returns the JSON form of a record. */
function recordJson(record: FlightRecordView) {
  const { flightNumber, duration, altitude, coverageArea, resolution, notes, pilotId, jobId } = record;
  return {
    flightNumber,
    date: dayOf(record),
    duration: `${duration} minutes`,
    altitude: altitude || texts.missing.downloaded,
    coverageArea: coverageArea || texts.missing.downloaded,
    resolution: resolution || texts.missing.downloaded,
    notes: notes || texts.missing.notes,
    pilotId,
    jobId,
  };
}

const jsonFile = (name: string, content: unknown): DownloadFile => ({
  name: safeName(name),
  mediaType: 'application/json',
  content: `${JSON.stringify(content, null, 2)}\n`,
});

/** Returns one record as a JSON file, `flight-{flightNumber}-{date}.json`. */
export function flightFile(record: FlightRecordView): DownloadFile {
  return jsonFile(`flight-${record.flightNumber}-${dayOf(record)}.json`, recordJson(record));
}

/** Returns all records as one JSON file, `flight-data-{date}.json`. */
export function flightsJsonFile(records: readonly FlightRecordView[], today: Date): DownloadFile {
  return jsonFile(`flight-data-${localDay(today)}.json`, records.map(recordJson));
}

const COLUMNS = [
  'Flight Number',
  'Date',
  'Duration (minutes)',
  'Altitude',
  'Coverage Area',
  'Resolution',
  'Notes',
  'Job ID',
];

/** Returns all records as one CSV file, `flight-data-{date}.csv`. */
export function flightsFile(records: readonly FlightRecordView[], today: Date): DownloadFile {
  const rows = records.map((record) => [
    record.flightNumber,
    dayOf(record),
    String(record.duration),
    record.altitude ?? '',
    record.coverageArea ?? '',
    record.resolution ?? '',
    record.notes ?? '',
    String(record.jobId),
  ]);
  return {
    name: `flight-data-${localDay(today)}.csv`,
    mediaType: 'text/csv',
    content: csvTable([COLUMNS, ...rows]),
  };
}
