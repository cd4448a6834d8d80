import { setTimeout as delay } from 'node:timers/promises';
import { postJob, signUp } from './accounts.ts';
import { percentile, printTable } from './figures.ts';
import { readOptions, runMeasurement } from './measurement.ts';
import { usageOf } from './processor-time.ts';
import { startApi } from './server.ts';
import { OpenStream } from './streams/open-stream.ts';

/** The API allows an account this number of streams. */
const STREAMS_OF_ACCOUNT = 10;
/** Streams that open at the same time, as after a restart of the API. */
const AT_ONCE = 50;

const options = readOptions(
  { streams: 1_000, seconds: 30, changes: 100 },
  { streams: 20, seconds: 1, changes: 2 },
);

/** Opens the streams of new pilots. */
async function openStreams(api: string): Promise<OpenStream[]> {
  const accounts = Math.ceil(options.streams / STREAMS_OF_ACCOUNT);
  const cookies: string[] = [];
  while (cookies.length < accounts) cookies.push((await signUp(api, 'pilot')).cookie);
  const streams: OpenStream[] = [];
  while (streams.length < options.streams) {
    const next = Array.from({ length: Math.min(AT_ONCE, options.streams - streams.length) }, (_each, index) =>
      OpenStream.open(api, cookies[(streams.length + index) % accounts] ?? ''),
    );
    streams.push(...(await Promise.all(next)));
  }
  return streams;
}

/** Posts jobs, each of which is an event of every stream. Returns the times until the events arrive, in ms. */
async function postJobs(api: string, cookie: string, streams: readonly OpenStream[]): Promise<number[]> {
  const times: number[] = [];
  for (let posted = 0; posted < options.changes; posted += 1) {
    const arrivals = streams.map((stream) => stream.nextEvent());
    await postJob(api, cookie);
    const answeredAt = performance.now();
    for (const at of await Promise.all(arrivals)) times.push(Math.max(0, at - answeredAt));
  }
  return times;
}

/** Measures the memory and the processor time of one API process with open streams of events. */
await runMeasurement(async (teardown) => {
  const { url, api } = await startApi(teardown);
  const { pid } = api;
  const client = await signUp(url, 'client');
  const before = usageOf(pid);
  const streams = await openStreams(url);
  teardown.add(async () => streams.forEach((stream) => stream.close()));
  const opened = usageOf(pid);
  await delay(options.seconds * 1_000);
  const idle = usageOf(pid);
  const times = await postJobs(url, client.cookie, streams);
  const after = usageOf(pid);
  const sent = options.changes * options.streams;
  const kilobytes = ((opened.megabytes - before.megabytes) * 1_000) / options.streams;
  printTable(
    [
      ['one API process', 'figure'],
      ['streams', String(options.streams)],
      ['memory before, MB', before.megabytes.toFixed(0)],
      ['memory with the streams, MB', opened.megabytes.toFixed(0)],
      ['memory of a stream, KB', kilobytes.toFixed(1)],
      ['memory after the events, MB', after.megabytes.toFixed(0)],
      ['silent: processor, % of one', ((100 * (idle.cpu - opened.cpu)) / options.seconds).toFixed(2)],
      ['events sent', String(sent)],
      ['processor time of an event, µs', ((1e6 * (after.cpu - idle.cpu)) / sent).toFixed(1)],
      ['after the response, median, ms', percentile(times, 0.5).toFixed(1)],
      ['after the response, 99 %, ms', percentile(times, 0.99).toFixed(1)],
    ],
    1,
  );
});
