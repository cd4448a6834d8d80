import { readFileSync } from 'node:fs';
import type { ValidateFunction } from 'ajv';
import { Stripe } from 'stripe';
import { API_VERSION } from '../src/event.ts';
import { startSandbox, type Sandbox } from '../src/index.ts';
import { TEST_CARDS } from '../src/test-cards.ts';
import { PAYMENT, stripeClient } from './support/stripe-client.ts';
import { schemaGenerator } from './support/provider-schema.ts';

const schemaFor = schemaGenerator();

/** Validators by the value of `object` in an answer. */
const OBJECTS: Record<string, ValidateFunction> = {
  payment_intent: schemaFor('PaymentIntents', 'PaymentIntent'),
  charge: schemaFor('Charges', 'Charge'),
  refund: schemaFor('Refunds', 'Refund'),
  dispute: schemaFor('Disputes', 'Dispute'),
};
const EVENT = schemaFor('Events', 'EventBase');
const ERROR = schemaFor('PaymentIntents', 'PaymentIntent.LastPaymentError');

type Json = Record<string, unknown>;
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Returns the differences of an answer from the SDK's type for it. */
function differences(answer: unknown): unknown[] {
  if (!isJson(answer)) return [`no object: ${JSON.stringify(answer)}`];
  if (isJson(answer['error'])) return problems(ERROR, answer['error']);
  if (answer['object'] === 'list' && Array.isArray(answer['data']))
    return answer['data'].flatMap(differences);
  const validate = OBJECTS[String(answer['object'])];
  return validate ? problems(validate, answer) : [`unknown object: ${String(answer['object'])}`];
}

function problems(validate: ValidateFunction, value: unknown): unknown[] {
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message, params }) => [instancePath, message, params]);
}

let sandbox: Sandbox;
let stripe: Stripe;
const answers: unknown[] = [];

beforeAll(async () => {
  sandbox = await startSandbox({ refundDelayMs: 1 });
  const recording: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    answers.push(await response.clone().json());
    return response;
  };
  stripe = stripeClient(sandbox, { httpClient: Stripe.createFetchHttpClient(recording) });
});
afterAll(() => sandbox.close());

const ignoreRefusal = (call: Promise<unknown>) => call.catch(() => undefined);

/** Makes every kind of call, with every test card and every end of a dispute. */
async function callEverything(): Promise<void> {
  const { paymentIntents, refunds, disputes, charges } = stripe;
  for (const name of TEST_CARDS.flatMap(({ names }) => names)) {
    const { id } = await paymentIntents.create({ ...PAYMENT, description: 'Survey' });
    await ignoreRefusal(paymentIntents.confirm(id, { payment_method: `pm_card_${name}` }));
    await ignoreRefusal(
      stripe.rawRequest('POST', `/v1/payment_intents/${id}/challenge`, { outcome: 'fail' }),
    );
    await ignoreRefusal(refunds.create({ payment_intent: id, amount: 100 }));
  }
  const evidence = ['under review', 'winning_evidence', 'losing_evidence', 'escalate_inquiry_evidence'];
  for (const uncategorized_text of evidence) {
    for (const card of ['pm_card_createDispute', 'pm_card_createDisputeInquiry']) {
      const { id } = await paymentIntents.create({ ...PAYMENT, payment_method: card, confirm: true });
      const { data } = await disputes.list({ payment_intent: id });
      await disputes.update(data[0]?.id ?? '', { evidence: { uncategorized_text } });
    }
  }
  const { id } = await paymentIntents.create({ ...PAYMENT, receipt_email: 'client@example.com' });
  await paymentIntents.update(id, { metadata: { jobId: '8' } });
  await paymentIntents.cancel(id, { cancellation_reason: 'duplicate' });
  sandbox.settleAfter(3_600_000);
  await paymentIntents.create({ ...PAYMENT, payment_method: 'pm_card_visa', confirm: true });
  await Promise.all([
    charges.list({ limit: 100 }),
    refunds.list({ limit: 100 }),
    disputes.list({ limit: 100 }),
  ]);
  await ignoreRefusal(paymentIntents.retrieve('pi_none'));
  await ignoreRefusal(paymentIntents.create({ amount: 1, currency: 'usd' }));
}

describe('every recorded answer and event', () => {
  beforeAll(callEverything, 300_000);

  it('follows the types of the pinned SDK', () => {
    expect(answers.length).toBeGreaterThan(200);
    expect(answers.flatMap(differences)).toEqual([]);
  });

  it('includes events that follow the types of the pinned SDK', () => {
    const events = sandbox.events().map(({ event }) => event);
    expect(new Set(events.map(({ type }) => type)).size).toBe(13);
    const withoutObject = events.map((event) => ({ ...event, data: { object: {} } }));
    expect(withoutObject.flatMap((event) => problems(EVENT, event))).toEqual([]);
    expect(events.flatMap(({ data }) => differences(data.object))).toEqual([]);
  });

  it('would be refused with another field, status or type, and without a field', () => {
    const [dispute] = sandbox
      .events()
      .flatMap(({ event: { data } }) => (data.object.object === 'dispute' ? [data.object] : []));
    for (const change of [{ colour: 'red' }, { status: 'sent' }, { amount: '1' }, { currency: undefined }])
      expect(differences({ ...dispute, ...change })).not.toEqual([]);
  });
});

describe('the version of the API', () => {
  const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

  it('is the one of the pinned SDK, of the API, of the documents and of the script for the page', () => {
    expect(API_VERSION).toBe(Stripe.API_VERSION);
    for (const path of ['api/package.json', 'tools/payment-sandbox/package.json'])
      expect(/"stripe": "([^"]+)"/.exec(read(path))?.[1]).toBe(Stripe.PACKAGE_VERSION);
    const documents = ['docs/payments.md', 'docs/adr/0004-payment-sandbox.md'];
    const named = documents.flatMap((path) => read(path).match(/\d{4}-\d\d-\d\d\.[a-z]+/g) ?? [path]);
    expect(new Set(named)).toEqual(new Set([Stripe.API_VERSION]));
    const script = read('tools/payment-sandbox/src/browser/main.ts');
    expect(script).toContain(`const version = '${Stripe.API_VERSION.split('.')[1]}';`);
  });

  it('is sent with every answer', async () => {
    const headers = { authorization: `Bearer ${sandbox.keys.secretKey}` };
    const answer = await fetch(`${sandbox.url}/v1/charges`, { headers });
    expect(answer.headers.get('stripe-version')).toBe(Stripe.API_VERSION);
  });
});
