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
  const databaseUrl = `postgres://me:s3cret@127.0.0.1:${await freePort()}/surveys`;
  const start = startProduct({ parts: 'api', databaseUrl, onProgress: (part) => void done.push(part) });
  await expect(start).rejects.toThrow('the database surveys at');
  expect(done).toEqual(expect.arrayContaining(['Mail', 'Payments']));
  expect(readdirSync(folder)).toEqual([]);
});
