import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@dps/local-stack/ports';
import { attachmentView, paths } from '@dps/contract';
import type { Attack, AttackResult, Product, Sizes } from './abuse/attack.ts';
import { signInsBehindProxy } from './abuse/behind-proxy.ts';
import { deceptiveTexts, disguisedPrograms } from './abuse/deceptive-input.ts';
import { manyFlightRecords } from './abuse/flight-records.ts';
import { foreignRequests } from './abuse/foreign-requests.ts';
import { inventedReport } from './abuse/invented-report.ts';
import { acceptAll, manyPosts, manySignIns } from './abuse/many-writes.ts';
import { mailFloods } from './abuse/mail-floods.ts';
import { sandboxCalls } from './abuse/payment-sandbox.ts';
import { slowImages } from './abuse/slow-images.ts';
import { slowBodies, slowClients, unreadDownloads } from './abuse/slow-clients.ts';
import { oneByteRanges, unfinishedUploads, unreadByManyAccounts } from './abuse/transfers.ts';
import { postJob, signUp } from './accounts.ts';
import { printTable } from './figures.ts';
import { readOptions, runMeasurement } from './measurement.ts';
import type { Teardown } from '@dps/local-stack/process/teardown';
import { startProgram } from './server.ts';

const STOP_AFTER_MS = 5 * 60_000;
const FILE_BYTES = 10 * 1024 * 1024;

const SIZES = { bodies: 2000, downloads: 160, records: 1500, posts: 1500, milliseconds: 5000 };
const SMALLEST = { bodies: 50, downloads: 10, records: 110, posts: 40, milliseconds: 200 };

interface ListedAttack {
  /** The figures before the product had a defence. */
  before: string;
  run: Attack;
  /** True for an attack that needs a program of the system, which a smallest run does not install. */
  installs?: boolean;
}

/** All attacks. Add further attacks to this list. */
const ATTACKS: readonly ListedAttack[] = [
  { before: '128 bodies: no call answered for 200 s', run: slowBodies },
  { before: '135 downloads: no call answered while they are open', run: unreadDownloads },
  { before: 'no call answered', run: slowClients },
  { before: '632 MB held', run: unfinishedUploads },
  { before: '1.3 GB read, p50 8 → 203 ms', run: oneByteRanges },
  { before: '41 of 45 downloads of others refused', run: unreadByManyAccounts },
  { before: 'detail 115 MB, p95 7 s, 503s', run: manyFlightRecords },
  { before: 'all clients locked out', run: signInsBehindProxy, installs: true },
  { before: 'webhook to any address, payments of others refunded', run: sandboxCalls },
  { before: '200,000 pages', run: inventedReport },
  { before: 'saved', run: disguisedPrograms },
  { before: '95 of 95 in 0.3 s', run: acceptAll },
  { before: '1,500 posts in 3 s', run: manyPosts },
  { before: 'sign-in of others 1.2 s', run: manySignIns },
  { before: 'Host: anything → 200; Expect → 503; unknown path → 200', run: foreignRequests },
  { before: 'accepted', run: deceptiveTexts },
  { before: '20, 20, 15 mails', run: mailFloods },
  { before: 'no picture decoded for 17 s', run: slowImages },
];

/** Uploads an attachment of 10 MB to a job. Returns the path of its file. */
async function uploadAttachment(url: string, cookie: string, job: number): Promise<string> {
  const file = Buffer.alloc(FILE_BYTES, 'the content of a survey');
  file.write('%PDF-1.7');
  const response = await fetch(url + paths.attachments(job), {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({
      fileName: 'survey.pdf',
      fileType: 'pdf',
      fileSize: FILE_BYTES,
      fileData: file.toString('base64'),
      uploadedBy: 1,
    }),
  });
  const { id } = await attachmentView.validate(await response.json());
  return paths.attachment(job, id);
}

async function startProduct(sizes: Sizes, teardown: Teardown): Promise<Product> {
  const [apiPort, metricsPort] = [String(await freePort()), String(await freePort())];
  const environment = { API_PORT: apiPort, METRICS_PORT: metricsPort };
  const program = join(import.meta.dirname, 'abuse/product.ts');
  const { url } = await startProgram(program, { isServer: true, environment }, teardown);
  const product = url.replace('127.0.0.1', 'localhost');
  const attacker = await signUp(product, 'client');
  const job = await postJob(product, attacker.cookie);
  return {
    url: product,
    api: `http://127.0.0.1:${apiPort}`,
    metrics: `http://127.0.0.1:${metricsPort}`,
    sizes,
    attacker,
    job,
    attachment: await uploadAttachment(product, attacker.cookie, job),
    other: await signUp(product, 'pilot'),
    teardown,
  };
}

async function runAttacks(sizes: Sizes, teardown: Teardown): Promise<void> {
  const product = await startProduct(sizes, teardown);
  const results: (AttackResult & { before: string })[] = [];
  for (const { before, run } of ATTACKS.filter(({ installs }) => !installs || !sizes.smallest)) {
    const result = await run(product);
    process.stdout.write(`${result.attack}: ${result.result}\n`);
    results.push({ ...result, before });
  }
  const rows = results.map(({ attack, before, measured, result }) => [attack, before, measured, result]);
  process.stdout.write('\n');
  printTable([['Attack', 'Before', 'Now', 'Result'], ...rows], 4);
  const successes = results.filter(({ result }) => result === 'succeeded').length;
  if (successes > 0) throw new Error(`${successes} of ${results.length} attacks succeeded.`);
}

await runMeasurement(async (teardown) => {
  const sizes = readOptions(SIZES, SMALLEST);
  const attacks = runAttacks(sizes, teardown);
  // The times of a smallest run have no meaning.
  if (sizes.smallest) return attacks;
  const timeout = delay(STOP_AFTER_MS, undefined, { ref: false }).then(() => {
    throw new Error('The attacks took longer than 5 minutes.');
  });
  await Promise.race([attacks, timeout]);
});
