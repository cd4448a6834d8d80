import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from '../src/product.ts';
import { freePort } from '../src/ports.ts';

const { TMPDIR } = process.env;
const folder = mkdtempSync(join(tmpdir(), 'dps-product-'));
beforeAll(() => {
  process.env['TMPDIR'] = folder;
});
afterAll(() => {
  if (TMPDIR === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = TMPDIR;
  rmSync(folder, { recursive: true, force: true });
});

it('stops the started parts and removes the temporary data when a part does not start', async () => {
  const done: string[] = [];
  const address = `127.0.0.1:${await freePort()}`;
  const databaseUrl = `postgres://me:s3cret@${address}/surveys`;
  const start = startProduct({ parts: 'api', databaseUrl, onProgress: (part) => void done.push(part) });
  const failure: unknown = await start.catch((error: unknown) => error);
  expect(failure).toMatchObject({
    message: expect.stringContaining(`DATABASE_URL: the database surveys at ${address} cannot be used`),
  });
  expect(String(failure)).not.toContain('s3cret');
  expect(done).toEqual(expect.arrayContaining(['Mail', 'Payments']));
  expect(readdirSync(folder)).toEqual([]);
});
