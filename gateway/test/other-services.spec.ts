import { errorView, paths } from '@dps/contract';
import fastify from 'fastify';
import { closeProduct, openProduct, type GatewayProduct } from './support/product.ts';

let product: GatewayProduct;
beforeAll(async () => {
  product = await openProduct();
});
afterAll(() => closeProduct(product));

type Method = 'GET' | 'POST' | 'DELETE';
const send = (method: Method, url: string) => product.gateway.inject({ method, url });

it('[MAIL-11] the mailbox of a local product has pages, and no other call', async () => {
  for (const url of ['/mailbox', '/mailbox/7'])
    expect((await send('GET', url)).json()).toMatchObject({ method: 'GET', url });
  for (const [method, url] of [
    ['GET', '/mailbox/7/raw'],
    ['GET', '/mailbox/..%2fx'],
    ['DELETE', '/mailbox/7'],
  ] as const)
    expect((await send(method, url)).statusCode).toBe(404);
});

describe('the proxy to the payment sandbox', () => {
  it.each<[Method, string]>([
    ['GET', '/stripe.js'],
    ['GET', '/v1/payment_intents/pi_1?key=pk_test_1'],
    ['POST', '/v1/payment_intents/pi_1/confirm'],
    ['POST', '/v1/payment_intents/pi_1/challenge'],
    ['GET', '/bank/payatt_1'],
    ['POST', '/bank/payatt_1'],
    ['GET', '/connect/link_1'],
    ['POST', '/connect/link_1'],
  ])(
    '[SETTLE-24] forwards the call of the payment form without the path prefix: %s %s',
    async (method, url) => {
      expect((await send(method, `/payment-sandbox${url}`)).json()).toMatchObject({ method, url });
    },
  );

  it.each<[Method, string]>([
    ['GET', '/v1/payment_intents'],
    ['GET', '/v1/charges'],
    ['POST', '/v1/payment_intents'],
    ['POST', '/v1/payment_intents/pi_1'],
    ['POST', '/v1/payment_intents/pi_1/cancel'],
    ['POST', '/v1/refunds'],
    ['POST', '/v1/payment_intents/pi_1/confirm/../cancel'],
    ['POST', '/v1/payment_intents/..%2frefunds%3f/confirm'],
    ['POST', '/stripe.js'],
    ['GET', '/bank/pi_1'],
    ['POST', '/v1/accounts'],
    ['DELETE', '/v1/payment_intents/pi_1'],
    ['GET', '/'],
  ])('[SETTLE-24] returns 404 for another call: %s %s', async (method, path) => {
    const response = await send(method, `/payment-sandbox${path}`);
    expect([response.statusCode, response.body]).toEqual([404, 'This address does not exist.\n']);
  });
});

it.each([
  ['/api/jobs', 'session=secret'],
  ['/payment-sandbox/stripe.js', undefined],
  ['/mailbox/7', undefined],
])('passes the cookies of a user on only to the API: %s', async (url, expected) => {
  const response = await product.gateway.inject({ url, headers: { cookie: 'session=secret' } });
  expect(response.json().headers.cookie).toBe(expected);
});

describe('the release service', () => {
  it('[RELEASES-15] receives its calls with the session, instead of the API', async () => {
    const service = fastify();
    service.all('/*', ({ method, url, headers: { cookie } }) => ({ method, url, cookie }));
    const releaseService = await service.listen({ host: '127.0.0.1', port: 0 });
    const other = await openProduct({ releaseService });
    const calls = [
      { method: 'GET', url: paths.releases() },
      { method: 'POST', url: paths.rollbackRelease() },
    ] as const;
    const headers = { cookie: 'dps_session=s' };
    for (const call of calls) {
      const response = await other.gateway.inject({ ...call, headers });
      expect(response.json()).toEqual({ ...call, cookie: 'dps_session=s' });
    }
    const jobs = await other.gateway.inject({ url: paths.jobs(), headers });
    expect(jobs.json()).toMatchObject({ url: paths.jobs(), bytes: 0 });
    await service.close();
    const response = await other.gateway.inject({ url: paths.releases() });
    expect(errorView.validateSync(response.json())).toMatchObject({ code: 'unavailable' });
    await closeProduct(other);
  });
});
