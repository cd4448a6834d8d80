import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorView } from '@dps/contract';
import { closeProduct, NAVIGATION, openProduct, type GatewayProduct } from './support/product.ts';
import { publish } from './support/publish.ts';

let product: GatewayProduct;
beforeEach(async () => {
  product = await openProduct();
});
afterEach(() => closeProduct(product));

describe('an unusable registry', () => {
  const revision = (number: number) => join(product.store.address, `revisions/${number}.json`);

  it('shows a page to users and an error in the API’s shape to programs, is alive, and recovers', async () => {
    writeFileSync(revision(1), '{ "revision": 1');
    await product.gateway.inject({ url: '/', headers: NAVIGATION });
    const response = await product.gateway.inject({ url: '/jobs', headers: NAVIGATION });
    expect(response.statusCode).toBe(503);
    expect(response.headers['content-type']).toContain('text/html');
    expect(response.body).toContain('contact support');
    expect(response.body).not.toMatch(/JSON|registry|revision|module/i);
    expect(product.warnings).toEqual([
      expect.stringContaining(
        'cannot be used: revisions/1.json: it is not valid JSON; no page can be served',
      ),
    ]);
    const registry = await product.gateway.inject({ url: '/registry.json' });
    expect(registry.statusCode).toBe(503);
    expect(errorView.validateSync(registry.json(), { strict: true }).code).toBe('unavailable');
    const live = await product.gateway.inject({ url: '/healthz' });
    expect(live.statusCode).toBe(200);
    expect(live.body).toMatch(/^ok\nno registry: revisions\/1\.json: /);
    await publish(product.store, { jobs: ['1.0.0'] });
    expect((await product.gateway.inject({ url: '/jobs', headers: NAVIGATION })).statusCode).toBe(200);
  });

  it('leaves the last valid revision in use, and the health names the problem', async () => {
    await publish(product.store, { jobs: ['1.0.0'], weather: ['1.0.0'] });
    writeFileSync(revision(2), '[]');
    const response = await product.gateway.inject({ url: '/jobs', headers: NAVIGATION });
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('"revision":1');
    const { body } = await product.gateway.inject({ url: '/healthz' });
    expect(body).toMatch(/^ok\nrevision 1 is in use, and the store has a problem: revisions\/2\.json: /);
    await publish(product.store, { jobs: ['1.0.0'], weather: ['1.0.0'] });
    await product.gateway.inject({ url: '/jobs', headers: NAVIGATION });
    expect((await product.gateway.inject({ url: '/healthz' })).body).toBe('ok\n');
  });
});
