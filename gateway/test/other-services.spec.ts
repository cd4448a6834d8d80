import { errorView, paths } from '@dps/contract';
import fastify from 'fastify';
import { closeProduct, openProduct, type GatewayProduct } from './support/product.ts';

let product: GatewayProduct;
beforeEach(async () => {
  product = await openProduct();
});
afterEach(() => closeProduct(product));

describe('the proxy to the mailbox of a local product', () => {
  const send = (method: 'GET' | 'POST' | 'DELETE', url: string) => product.gateway.inject({ method, url });

  it.each(['/mailbox', '/mailbox/7'])('[MAIL-11] forwards the page %s', async (url) => {
    expect((await send('GET', url)).json()).toMatchObject({ method: 'GET', url });
  });

  it.each([
    ['GET', '/mailbox/7/raw'],
    ['GET', '/mailbox/..%2fx'],
    ['POST', '/mailbox'],
    ['DELETE', '/mailbox/7'],
  ] as const)('forwards no other call: %s %s', async (method, url) => {
    expect((await send(method, url)).statusCode).toBe(404);
  });
});

describe('the proxy to the payment sandbox', () => {
  const send = (method: 'GET' | 'POST' | 'DELETE', path: string) =>
    product.gateway.inject({ method, url: `/payment-sandbox${path}` });

  it.each([
    ['GET', '/stripe.js'],
    ['GET', '/v1/payment_intents/pi_1?key=pk_test_1'],
    ['POST', '/v1/payment_intents/pi_1/confirm'],
    ['POST', '/v1/payment_intents/pi_1/challenge'],
    ['GET', '/bank/payatt_1'],
    ['POST', '/bank/payatt_1'],
  ] as const)(
    '[SETTLE-24] forwards the call of the payment form without the path prefix: %s %s',
    async (method, url) => {
      expect((await send(method, url)).json()).toMatchObject({ method, url });
    },
  );

  it.each([
    ['GET', '/v1/payment_intents'],
    ['GET', '/v1/charges'],
    ['GET', '/v1/disputes'],
    ['POST', '/v1/payment_intents'],
    ['POST', '/v1/payment_intents/pi_1'],
    ['POST', '/v1/payment_intents/pi_1/cancel'],
    ['POST', '/v1/refunds'],
    ['POST', '/v1/webhook_endpoints'],
    ['POST', '/v1/payment_intents/pi_1/confirm/../cancel'],
    ['POST', '/v1/payment_intents/..%2frefunds%3f/confirm'],
    ['POST', '/stripe.js'],
    ['GET', '/bank/pi_1'],
    ['DELETE', '/v1/payment_intents/pi_1'],
    ['GET', '/'],
  ] as const)('[SETTLE-24] returns 404 for another call: %s %s', async (method, path) => {
    const answer = await send(method, path);
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toBe('This address does not exist.\n');
  });
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
      const answer = await other.gateway.inject({ ...call, headers });
      expect(answer.json()).toEqual({ ...call, cookie: 'dps_session=s' });
    }
    const jobs = await other.gateway.inject({ url: paths.jobs(), headers });
    expect(jobs.json()).toMatchObject({ url: paths.jobs(), bytes: 0 });
    await service.close();
    const answer = await other.gateway.inject({ url: paths.releases() });
    expect(errorView.validateSync(answer.json())).toMatchObject({ code: 'unavailable' });
    await closeProduct(other);
  });
});
