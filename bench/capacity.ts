import autocannon from 'autocannon';
import { paths, RELOAD_BEFORE_PATH } from '@dps/contract';
import { PASSWORD, postJob, signUp } from './accounts.ts';
import { fillDatabase } from './api/fill.ts';
import { STOP_IN_TIME } from './api/load.ts';
import { printTable } from './figures.ts';
import { startGateway } from './gateway/start.ts';
import { readOptions, runMeasurement } from './measurement.ts';
import { usageOf } from './processor-time.ts';
import { startApi } from './server.ts';

const CONNECTIONS = 16;
const FILE_BYTES = 10 * 1024 ** 2;
const JSON_TYPE = { 'content-type': 'application/json' };

const options = readOptions(
  { seconds: 10, jobs: 10_000, uploads: 20, signIns: 80 },
  { seconds: 0.2, jobs: 100, uploads: 1, signIns: 4 },
);

/** Measures work of a process. Returns a row: its rate, the same per second of its processor time, and its memory. */
async function measure(name: string, pid: number, work: () => Promise<number>): Promise<string[]> {
  const before = usageOf(pid);
  const began = performance.now();
  const amount = await work();
  const seconds = (performance.now() - began) / 1000;
  const { cpu, megabytes } = usageOf(pid);
  const rates = [amount / seconds, amount / (cpu - before.cpu)];
  return [name, ...rates.map((rate) => rate.toFixed(0)), `${megabytes.toFixed(0)} MB`];
}

/** Sends one request repeatedly. Returns the number of responses. Throws if one fails. */
const repeat = (request: Partial<autocannon.Options> & { url: string }) => async (): Promise<number> => {
  const limits = { connections: CONNECTIONS, duration: options.seconds, ...STOP_IN_TIME };
  const result = await autocannon({ ...limits, ...request });
  const failed = result.non2xx + result.errors;
  if (failed > 0) {
    const codes = JSON.stringify(result.statusCodeStats);
    throw new Error(
      `${failed} requests to ${request.url} failed: ${codes}, ${result.errors} without a response`,
    );
  }
  return result['2xx'];
};

/** Uploads files of 10 MB, one after the other. Returns the megabytes. */
async function upload(api: string, cookie: string): Promise<number> {
  const content = Buffer.alloc(FILE_BYTES, 'the content of a survey');
  content.write('%PDF-1.7');
  const file = { fileName: 'survey.pdf', fileType: 'pdf', fileSize: FILE_BYTES, uploadedBy: 1 };
  const body = JSON.stringify({ ...file, fileData: content.toString('base64') });
  for (let sent = 0; sent < options.uploads; sent += 1) {
    const url = api + paths.attachments(await postJob(api, cookie));
    const response = await fetch(url, { method: 'POST', headers: { ...JSON_TYPE, cookie }, body });
    if (response.status !== 201) throw new Error(`An upload returned ${response.status}`);
    await response.body?.cancel();
  }
  return (options.uploads * FILE_BYTES) / 1e6;
}

/** Measures one API process and one gateway, for the number of processes that a load needs. */
await runMeasurement(async (teardown) => {
  const { databaseUrl, url: api, api: server } = await startApi(teardown);
  const { pid } = server;
  const { cookie, jobId } = await fillDatabase(databaseUrl, options.jobs);
  const { gateway } = await startGateway(api, teardown);
  const client = await signUp(api, 'client');
  const headers = { cookie };
  const signIn = JSON.stringify({ username: client.username, password: PASSWORD });
  const rows = [['Process: work', 'per second', 'per second of its processor', 'memory']];
  const run = async (...given: Parameters<typeof measure>) => void rows.push(await measure(...given));
  await run('API: job by id', pid, repeat({ url: api + paths.job(jobId), headers }));
  await run('API: list of 20', pid, repeat({ url: `${api}${paths.availableJobs()}?limit=20`, headers }));
  // Few at a time: each takes a processor for the hash of the password. No more than the API allows an account of one network.
  const login = {
    method: 'POST',
    headers: JSON_TYPE,
    body: signIn,
    connections: 2,
    amount: options.signIns,
  } as const;
  await run('API: sign-in', pid, repeat({ url: api + paths.login(), ...login }));
  await run('API: upload, MB', pid, () => upload(api, client.cookie));
  const page = { headers: { accept: 'text/html', 'accept-encoding': 'br' } };
  await run('gateway: document', gateway.pid, repeat({ url: `${gateway.url}/jobs`, ...page }));
  await run('gateway: reload check', gateway.pid, repeat({ url: gateway.url + RELOAD_BEFORE_PATH }));
  await run('gateway: job by id', gateway.pid, repeat({ url: gateway.url + paths.job(jobId), headers }));
  await run('gateway: upload, MB', gateway.pid, () => upload(gateway.url, client.cookie));
  printTable(rows, 1);
});
