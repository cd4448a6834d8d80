import { randomUUID } from 'node:crypto';
import {
  flightRecordListView,
  flightRecordView,
  partCount,
  paths,
  uploadView,
  type FlightRecordView,
  type UploadView,
} from '@dps/contract';
import { demoLog, type DemoFlightLog } from '../../src/database/seeds/demo-flight-log.ts';
import { expectView, type ApiResponse } from './client.ts';
import { complete, partOf, sendPart } from './deliverables.ts';
import type { TestServer } from './server.ts';
import type { TestUser } from './users.ts';

const GRID: DemoFlightLog = {
  fileName: 'flight.csv',
  camera: 'dji-phantom-4-rtk',
  longitude: -76.6,
  latitude: 39.28,
  lineLength: 300,
  lines: 5,
  spacing: 40,
  height: 80,
  speed: 6,
};

/** The start of a flight before all jobs of the tests. */
export const BEFORE_ALL_JOBS = new Date('2021-11-02T15:04:05Z');

/** The time in some minutes. */
export const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

/** A flight log of AirData that no other record has. `log` replaces its parameters. By default, the flight starts after the jobs of the test. */
export function logOf(log: Partial<DemoFlightLog> = {}, startedAt = inMinutes(1)): Buffer {
  const [header, ...rows] = demoLog({ ...GRID, ...log }, startedAt)
    .trimEnd()
    .split('\n');
  const id = randomUUID();
  return Buffer.from([`${header},message`, ...rows.map((row) => `${row},${id}`), ''].join('\n'));
}

/** Creates a flight record without a log. */
export async function addFlight(
  pilot: TestUser,
  jobId: number,
  values: object = {},
): Promise<FlightRecordView> {
  const body = { jobId, flightNumber: 'FL-001', duration: 6, camera: GRID.camera, ...values };
  return expectView(await pilot.client.post(paths.flightRecords(), body), 201, flightRecordView);
}

/** The body of the call that starts the upload of a log. */
export const logUpload = (
  { id: recordId }: Pick<FlightRecordView, 'id'>,
  content: Buffer,
  fileName = 'flight.csv',
) => ({
  purpose: 'flight-log',
  recordId,
  fileName,
  fileSize: content.length,
  lastModified: 1_900_000_000_000,
});

/** Starts the upload of the log of a record, and sends all its parts. */
export async function sendLog(
  pilot: TestUser,
  record: Pick<FlightRecordView, 'id' | 'jobId'>,
  content: Buffer,
  fileName?: string,
): Promise<UploadView> {
  const response = await pilot.client.post(paths.uploads(record.jobId), logUpload(record, content, fileName));
  const upload = expectView(response, 201, uploadView);
  for (let part = 1; part <= partCount(content.length); part += 1)
    expectView(await sendPart(pilot, upload, part, partOf(content, part)), 200, uploadView);
  return upload;
}

/** Uploads the log of a record. Returns the response to the completion. */
export const uploadLog = async (...log: Parameters<typeof sendLog>): Promise<ApiResponse> =>
  complete(log[0], await sendLog(...log));

/** Returns a record of the pilot as lists show it. */
export async function listedFlight(pilot: TestUser, id: number): Promise<FlightRecordView> {
  const response = await pilot.client.get(paths.pilotFlightRecords(pilot.user.id));
  const found = expectView(response, 200, flightRecordListView).find((record) => record.id === id);
  if (!found) throw new Error(`The pilot has no record ${id}`);
  return found;
}

/** Creates a flight record with a log, which the server reads. */
export async function addLoggedFlight(
  server: Pick<TestServer, 'runNow'>,
  pilot: TestUser,
  jobId: number,
  content = logOf(),
  values: object = {},
): Promise<FlightRecordView> {
  const record = await addFlight(pilot, jobId, values);
  expectView(await uploadLog(pilot, record, content), 200, uploadView);
  await server.runNow('read-flight-log');
  return listedFlight(pilot, record.id);
}
