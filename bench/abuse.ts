import { setTimeout as delay } from 'node:timers/promises';
import { ATTACHMENT_MAX_BYTES, attachmentView, paths } from '@dps/contract';
import type { Teardown } from '@dps/local-stack/process/teardown';
import { ATTACKS, type Attack, type Target } from './abuse/attacks.ts';
import { pdfUpload, postJob, signUp } from './run/accounts.ts';
import { measureFor } from './run/calls.ts';
import { median, printFigures, type Figure } from './run/figures.ts';
import { readOptions, runMeasurement } from './run/measurement.ts';
import { startSeparate } from './run/product.ts';

/** The connections of an attack fill their buffers within this share of the measured time. */
const SETTLE_SHARE = 0.6;

const options = readOptions(
  { bodies: 2000, downloads: 160, milliseconds: 5000 },
  { bodies: 50, downloads: 10, milliseconds: 300 },
);

/** Uploads an attachment of the largest size. Returns the path of its file. */
async function uploadAttachment(url: string, cookie: string): Promise<string> {
  const job = await postJob(url, cookie);
  const response = await fetch(url + paths.attachments(job), {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(pdfUpload(ATTACHMENT_MAX_BYTES)),
  });
  const { id } = await attachmentView.validate(await response.json());
  return paths.attachment(job, id);
}

async function startTarget(teardown: Teardown): Promise<Target> {
  const { url } = await startSeparate({ NODE_ENV: 'production' }, teardown);
  const attacker = await signUp(url, 'client');
  const attachment = await uploadAttachment(url, attacker.cookie);
  return { ...options, url, attacker, attachment, other: await signUp(url, 'pilot') };
}

/** Measures the calls of another client during an attack; the same calls before it are the baseline. */
async function measure({ name, victim, everyMs, start }: Attack, target: Target): Promise<Figure[]> {
  process.stdout.write(`${name} …\n`);
  const { milliseconds } = options;
  const idle = await measureFor(await victim(target), everyMs, milliseconds);
  const stop = await start(target);
  await delay(SETTLE_SHARE * milliseconds);
  const busy = await measureFor(await victim(target), everyMs, milliseconds);
  await stop();
  const failed = busy.filter((time) => time === Infinity).length;
  const none = { atMost: 0, of: 'value' } as const;
  return [
    { name, unit: 'ms', values: [median(busy)], baselines: [median(idle)], goal: { atMost: 2 } },
    { name: `${name}: failed calls of others`, unit: `of ${busy.length}`, values: [failed], goal: none },
  ];
}

/** Each attack costs the product processor time, memory, connections or slots that other clients need. */
await runMeasurement(async (teardown) => {
  const target = await startTarget(teardown);
  const figures: Figure[] = [];
  for (const attack of ATTACKS) figures.push(...(await measure(attack, target)));
  printFigures(figures);
  const isHarmful = ({ goal, values }: Figure) => goal?.of === 'value' && median(values) > 0;
  if (figures.some(isHarmful)) throw new Error('Calls of other clients failed during an attack.');
});
