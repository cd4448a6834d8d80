import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type Sandbox, type SandboxOptions } from '../src/index.ts';
import { parseState } from '../src/state/sandbox-state.ts';
import { SandboxStore } from '../src/state/sandbox-store.ts';
import { chargeIdOf, PAYMENT, stripeClient } from './support/stripe-client.ts';
import { startWebhookReceiver } from './support/webhook-receiver.ts';

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

it('finds its payments and idempotency keys after a restart', async () => {
  const options = { idempotencyKey: 'pay:1:1' };
  const first = await start();
  const created = await first.intents.create(PAYMENT, options);
  const paid = await first.intents.confirm(created.id, { payment_method: 'pm_card_visa' });
  await first.sandbox.close();

  const second = await start();
  expect(await second.intents.retrieve(created.id)).toEqual(paid);
  const replayed = await second.intents.create(PAYMENT, options);
  expect(replayed).toEqual(created);
  expect(replayed.lastResponse.headers['idempotent-replayed']).toBe('true');
});

it('finds its refunds, and the charges of a file that an earlier sandbox wrote', async () => {
  const first = await start();
  const paid = await first.intents.create({ ...PAYMENT, payment_method: 'pm_card_visa', confirm: true });
  const refund = await stripeClient(first.sandbox).refunds.create({ payment_intent: paid.id, amount: 100 });
  await first.sandbox.close();

  const second = await start();
  expect(await stripeClient(second.sandbox).refunds.retrieve(refund.id)).toEqual(refund);
  await second.sandbox.close();

  const { version, paymentIntents, answers, events } = parseState(await readFile(stateFile, 'utf8'));
  await writeFile(stateFile, JSON.stringify({ version, paymentIntents, answers, events }));
  const third = await start();
  const charge = await stripeClient(third.sandbox).charges.retrieve(chargeIdOf(paid));
  expect(charge).toMatchObject({ status: 'succeeded', amount: 125_000, payment_intent: paid.id });
});

it('has written a payment before it answers', async () => {
  const { intents } = await start();
  const created = await Promise.all(Array.from({ length: 20 }, () => intents.create(PAYMENT)));
  const written = await readFile(stateFile, 'utf8');
  expect(created.filter(({ id }) => !written.includes(id))).toEqual([]);
});

it('sends after a restart what it could not send before', async () => {
  const retry = { attempts: 10, firstDelayMs: 3_600_000 };
  receiver.answerWith(503);
  const first = await start({ retry });
  const paid = await first.intents.create({ ...PAYMENT, payment_method: 'pm_card_visa', confirm: true });
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

it('settles after a restart what was processing', async () => {
  const first = await start({ settleDelayMs: 3_600_000 });
  const { id, status } = await first.intents.create({
    ...PAYMENT,
    payment_method: 'pm_card_visa',
    confirm: true,
  });
  expect(status).toBe('processing');
  await first.sandbox.close();

  const second = await start();
  await receiver.next();
  expect((await second.intents.retrieve(id)).status).toBe('succeeded');
  await second.sandbox.close();
});

it('forgets the oldest objects beyond so many, whatever becomes of the tests that made them', async () => {
  const store = await SandboxStore.open(undefined);
  const dispute = { chargeId: 'ch_1', intentId: 'pi_1', amount: 100, created: 0, evidence: null } as const;
  for (let index = 0; index < 20_002; index += 1) {
    store.disputes.set(`du_${index}`, { ...dispute, id: `du_${index}`, reason: 'general', status: 'lost' });
  }
  await store.save();
  expect(store.disputes.size).toBe(20_000);
  expect([store.disputes.has('du_1'), store.disputes.has('du_2')]).toEqual([false, true]);
});

it.each([
  ['a truncated file', '{"version":1,"paymentIn'],
  ['another file', '{"name":"something else"}'],
])('says what to do about %s', async (_case, content) => {
  stateFile = join(folder, 'sandbox.json');
  await writeFile(stateFile, content);
  await expect(startSandbox({ stateFile })).rejects.toThrow(
    /cannot read its state from .*sandbox\.json: .* Remove the file to begin anew\./,
  );
});
