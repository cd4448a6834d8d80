import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@dps/local-stack/ports';
import { attachmentView } from '@dps/shared-contracts';
import type { Attack, AttackResult, Product } from './abuse/attack.ts';
import { signInsBehindProxy } from './abuse/behind-proxy.ts';
import { foreignRequests } from './abuse/foreign-requests.ts';
import { slowBodies, slowClients, unreadDownloads } from './abuse/slow-clients.ts';
import { postJob, signUp } from './accounts.ts';
import { printTable } from './figures.ts';
import { runMeasurement, type Teardown } from './measurement.ts';
import { startProcess } from './server.ts';

const STOP_AFTER_MS = 5 * 60_000;
const FILE_BYTES = 10 * 1024 * 1024;

/** The attacks, each with its figures before the product had a defence. Add further attacks to this list. */
const ATTACKS: readonly { before: string; run: Attack }[] = [
  { before: '128 bodies: no call answered for 200 s', run: slowBodies },
  { before: '135 downloads: no call answered while they are open', run: unreadDownloads },
  { before: 'no call answered', run: slowClients },
  { before: 'all clients locked out', run: signInsBehindProxy },
  { before: 'Host: anything → 200; Expect → 503; unknown path → 200', run: foreignRequests },
];

/** Uploads an attachment of 10 MB to a new job. Returns the path of its file. */
async function uploadAttachment(url: string, cookie: string): Promise<string> {
  const attachments = await postJob(url, cookie);
  const file = Buffer.alloc(FILE_BYTES, 'the content of a survey');
  file.write('%PDF-1.7');
  const response = await fetch(attachments, {
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
  return `${new URL(attachments).pathname}/${id}`;
}

async function startProduct(teardown: Teardown): Promise<Product> {
  const apiPort = String(await freePort());
  const environment = { PATH: process.env['PATH'] ?? '', ABUSE_API_PORT: apiPort };
  const child = startProcess(join(import.meta.dirname, 'abuse/product.ts'), { environment }, teardown);
  const [url]: unknown[] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('The product did not start; build it with "npx nx run-many -t build" first.');
    }),
  ]);
  const product = String(url);
  const attacker = await signUp(product, 'client');
  return {
    url: product,
    api: `http://127.0.0.1:${apiPort}`,
    attacker,
    attachment: await uploadAttachment(product, attacker.cookie),
    other: await signUp(product, 'pilot'),
    teardown,
  };
}

async function runAttacks(teardown: Teardown): Promise<void> {
  const product = await startProduct(teardown);
  const results: (AttackResult & { before: string })[] = [];
  for (const { before, run } of ATTACKS) {
    const result = await run(product);
    process.stdout.write(`${result.attack}: ${result.verdict}\n`);
    results.push({ ...result, before });
  }
  const rows = results.map(({ attack, before, measured, verdict }) => [attack, before, measured, verdict]);
  process.stdout.write('\n');
  printTable([['Attack', 'Before', 'Now', 'Verdict'], ...rows], 4);
  const successes = results.filter(({ verdict }) => verdict === 'succeeded').length;
  if (successes > 0) throw new Error(`${successes} of ${results.length} attacks succeeded.`);
}

await runMeasurement(async (teardown) => {
  const timeout = delay(STOP_AFTER_MS, undefined, { ref: false }).then(() => {
    throw new Error('The attacks took longer than 5 minutes.');
  });
  await Promise.race([runAttacks(teardown), timeout]);
});
