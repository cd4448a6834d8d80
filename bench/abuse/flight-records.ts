import { measureTrack, paths } from '@dps/contract';
import { postJob, signUp } from '../accounts.ts';
import { resultOf, type Attack } from './attack.ts';
import { Client, countStatuses } from './client.ts';
import { measureCalls } from './other-client.ts';

const POSITIONS = 1_000;
const MAXIMUM_RECORDS = 100;
const READERS = 20;
/** Maximum p95 of the calls of others, in milliseconds. The readers use all processors. */
const MAXIMUM_P95_MS = 1_000;
const BYTES_PER_KB = 1024;

/** Returns the largest record: a long note and a log with the maximum number of positions. */
function largestRecord(jobId: number): object {
  const seconds = Array.from({ length: POSITIONS }, (_, index) => index);
  const degrees = (from: number) => seconds.map((second) => from + second / 1e5);
  const track = { longitudes: degrees(-76), latitudes: degrees(39), heights: null, seconds };
  return {
    jobId,
    flightNumber: 'FL-001',
    duration: 1,
    notes: 'n'.repeat(5_000),
    evidence: {
      format: 'airdata-csv',
      fileName: 'flight.csv',
      sha256: '0'.repeat(64),
      heightReference: null,
      camera: null,
      figures: { ...measureTrack(track), startedAt: null, positions: POSITIONS },
      track,
    },
  };
}

/** More flight records than a screen can show, and many readers of their job. */
export const manyFlightRecords: Attack = async (product) => {
  const { url, sizes } = product;
  const owner = await signUp(url, 'client');
  const job = await postJob(url, owner.cookie);
  const account = await signUp(url, 'pilot');
  const pilot = new Client(url, account);
  await pilot.require('POST', paths.assignJob(job), { pilotId: account.id });

  const record = largestRecord(job);
  const answers = await Promise.all(
    Array.from({ length: sizes.records }, () => pilot.post(paths.flightRecords(), record)),
  );
  const { counts, figures } = countStatuses(answers);
  const detail = await pilot.require('GET', paths.job(job));

  const reader = new Client(url, owner);
  const end = new AbortController();
  const readers = Array.from({ length: READERS }, async () => {
    while (!end.signal.aborted) await reader.get(paths.job(job));
  });
  const calls = await measureCalls(product);
  end.abort();
  await Promise.all(readers);

  const isBounded = counts.get(201) === MAXIMUM_RECORDS && counts.has(409);
  const isFast = sizes.smallest || (calls.unanswered === 0 && calls.p95 <= MAXIMUM_P95_MS);
  const size = (Buffer.byteLength(detail) / BYTES_PER_KB).toFixed(0);
  return resultOf(
    `${sizes.records} flight records of a job, then ${READERS} readers of the job`,
    `${figures}; detail ${size} KB; others: p95 ${calls.p95.toFixed(0)} ms, ${calls.unanswered} of ${calls.count} unanswered`,
    isBounded && isFast,
  );
};
