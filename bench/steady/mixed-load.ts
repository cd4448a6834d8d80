import { setTimeout as delay } from 'node:timers/promises';
import { ATTACHMENTS_PER_JOB, paths } from '@dps/contract';
import { jobContent, PASSWORD, postJob, signUp } from '../accounts.ts';
import type { Filled } from '../api/fill.ts';

const FILE_BYTES = 20_000;
const READS = 24;
const SIGN_IN_ACCOUNTS = 20;

type Call = () => Promise<unknown>;

async function send(url: string, cookie: string, method = 'GET', body?: object): Promise<void> {
  const headers = { cookie, ...(body && { 'content-type': 'application/json' }) };
  const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${method} ${url} returned ${response.status}`);
}

/**
 * Creates the users of the load. Returns the calls of one cycle: 24 reads, a sign-in and five writes. Each cycle posts a job and
 * deletes an older one, so the number of jobs is steady.
 */
export async function mixedCalls(api: string, { cookie, jobId }: Filled): Promise<Call[]> {
  const client = await signUp(api, 'client');
  const pilot = await signUp(api, 'pilot');
  // The limit of an account is 100 sign-ins in 15 minutes.
  const accounts = await Promise.all(Array.from({ length: SIGN_IN_ACCOUNTS }, () => signUp(api, 'pilot')));
  let signIns = 0;
  const accepted = await postJob(api, client.cookie);
  await send(api + paths.assignJob(accepted), pilot.cookie, 'POST', { pilotId: pilot.id });
  const posted: number[] = [];
  while (posted.length < ATTACHMENTS_PER_JOB) posted.push(await postJob(api, client.cookie));
  const newest = () => posted.at(-1) ?? accepted;
  const content = Buffer.alloc(FILE_BYTES, 'the content of a plan');
  content.write('%PDF-1.7');
  const file = {
    fileName: 'plan.pdf',
    fileType: 'pdf',
    fileSize: FILE_BYTES,
    fileData: content.toString('base64'),
    uploadedBy: client.id,
  };
  let progress = 0;
  const reads = [
    [`${paths.availableJobs()}?limit=20`, cookie],
    [paths.job(jobId), cookie],
    [`${paths.availableJobs()}?limit=20&text=elevation`, cookie],
    [paths.job(jobId), cookie],
    [`${paths.clientJobs(client.id)}?limit=20`, client.cookie],
    [paths.currentUser(), cookie],
  ] as const;
  const writes: Call[] = [
    async () => posted.push(await postJob(api, client.cookie)),
    () => send(api + paths.attachments(newest()), client.cookie, 'POST', file),
    () => send(api + paths.job(newest()), client.cookie, 'PUT', { ...jobContent, budget: 901 }),
    () =>
      send(api + paths.job(accepted), pilot.cookie, 'PUT', { progress: (progress = (progress + 1) % 100) }),
    () => {
      const username = accounts[(signIns += 1) % accounts.length]?.username;
      return send(api + paths.login(), '', 'POST', { username, password: PASSWORD });
    },
    async () => {
      const oldest = posted.shift();
      if (oldest !== undefined) await send(api + paths.job(oldest), client.cookie, 'DELETE');
    },
  ];
  return Array.from({ length: READS + writes.length }, (_, index) => {
    const write = index % 5 === 4 ? writes[Math.floor(index / 5)] : undefined;
    const [path, reader] = reads[index % reads.length] ?? reads[0];
    return write ?? (() => send(api + path, reader));
  });
}

/** A load at a fixed rate, independent of the responses. */
export class SteadyLoad {
  private readonly stopping = new AbortController();
  private readonly running: Promise<void>;
  private sent = 0;
  private readonly failures: string[] = [];

  constructor(calls: readonly Call[], perSecond: number) {
    this.running = this.run(calls, 1000 / perSecond);
  }

  /** The number of requests until now, and a message for each failed one. */
  get progress(): { sent: number; failures: readonly string[] } {
    return { sent: this.sent, failures: this.failures };
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(calls: readonly Call[], everyMs: number): Promise<void> {
    const started = performance.now();
    while (!this.stopping.signal.aborted) {
      const call = calls[this.sent % calls.length];
      call?.().catch((error: unknown) => this.failures.push(String(error)));
      this.sent += 1;
      await delay(Math.max(0, started + this.sent * everyMs - performance.now()));
    }
  }
}
