import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type Sandbox, type SandboxOptions } from '../src/index.ts';
import { idOf } from '../src/ids.ts';
import { pay, PAYMENT, startWebhookReceiver, stripeClient } from './support.ts';

let folder: string;
let stateFile: string;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
const running: Sandbox[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payment-sandbox-'));
  stateFile = join(folder, 'payments', 'sandbox.json');
  receiver = await startWebhookReceiver();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((sandbox) => sandbox.close()));
  await receiver.close();
  await rm(folder, { recursive: true });
});

const start = async (options: SandboxOptions = {}) => {
  const sandbox = await startSandbox({ stateFile, webhookUrl: receiver.url, ...options });
  running.push(sandbox);
  return { sandbox, intents: stripeClient(sandbox).paymentIntents };
};

it('has its payments, charges, refunds and idempotency keys after a restart', async () => {
  const options = { idempotencyKey: 'pay:1:1' };
  const first = await start();
  const created = await first.intents.create(PAYMENT, options);
  const paid = await first.intents.confirm(created.id, { payment_method: 'pm_card_visa' });
  const refund = await stripeClient(first.sandbox).refunds.create({ payment_intent: paid.id, amount: 100 });
  await first.sandbox.close();

  const second = await start();
  expect(await second.intents.retrieve(created.id)).toEqual(paid);
  const stripe = stripeClient(second.sandbox);
  const charge = idOf(paid.latest_charge);
  expect((await stripe.refunds.list({ charge })).data).toEqual([refund]);
  expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 100 });
  const replayed = await second.intents.create(PAYMENT, options);
  expect(replayed).toEqual(created);
  expect(replayed.lastResponse.headers['idempotent-replayed']).toBe('true');
});

it('[SETTLE-23] has random keys of its own, which only the owner of the file can read, and keeps them over a restart', async () => {
  const first = await start();
  const { keys } = first.sandbox;
  expect(keys.publishableKey).toMatch(/^pk_test_sandbox_\w{32}$/);
  expect(keys.secretKey).toMatch(/^sk_test_sandbox_\w{32}$/);
  expect(keys.webhookSecret).toMatch(/^whsec_sandbox_\w{32}$/);
  expect((await stat(stateFile)).mode & 0o777).toBe(0o600);
  await first.sandbox.close();
  expect((await start()).sandbox.keys).toEqual(keys);

  stateFile = join(folder, 'other.json');
  const other = await start();
  const former = stripeClient(other.sandbox, keys.secretKey).charges.list();
  await expect(former).rejects.toMatchObject({ statusCode: 401 });
});

it('replaces a file of an earlier version, which holds test payments in another form', async () => {
  stateFile = join(folder, 'sandbox.json');
  await writeFile(stateFile, JSON.stringify({ version: 1, paymentIntents: [], responses: [], events: [] }));
  const { id } = await (await start()).intents.create(PAYMENT);
  expect(await readFile(stateFile, 'utf8')).toContain(id);
});

it('writes a payment before it responds', async () => {
  const { intents } = await start();
  const created = await Promise.all(Array.from({ length: 20 }, () => intents.create(PAYMENT)));
  const written = await readFile(stateFile, 'utf8');
  expect(created.filter(({ id }) => !written.includes(id))).toEqual([]);
});

it('sends pending events after a restart', async () => {
  const retry = { attempts: 10, firstDelayMs: 3_600_000 };
  receiver.respondWith(503);
  const first = await start({ retry });
  const paid = await pay(stripeClient(first.sandbox));
  const failed = await receiver.next();
  await first.sandbox.close();

  const second = await start({ retry });
  const delivery = await receiver.next();
  expect(delivery.body).toBe(failed.body);
  expect(JSON.parse(delivery.body)).toMatchObject({ data: { object: { id: paid.id } } });
  await second.sandbox.webhooksIdle();
  await second.sandbox.close();

  const third = await start({ retry });
  await third.sandbox.webhooksIdle();
  expect(receiver.arrived).toEqual([]);
});

it.each([
  ['a truncated file', '{"version":1,"paymentIn'],
  ['another file', '{"name":"something else"}'],
])('reports what to do about %s', async (_case, content) => {
  stateFile = join(folder, 'sandbox.json');
  await writeFile(stateFile, content);
  await expect(startSandbox({ stateFile })).rejects.toThrow(
    /cannot read its state from .*sandbox\.json: .* Remove the file to start again\./,
  );
});
