import { setImmediate as nextTurn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { newKey, signRegistry } from '@dps/release-store/release-key';
import { registryOf } from '@dps/release-store/testing/releases';
import { RegistryReader } from './registry-reader.ts';

const { key } = newKey();
const textOf = (revision: number, signer = key) =>
  JSON.stringify(signRegistry(registryOf(['jobs'], revision), signer));

let clock: number;
let served: () => Promise<string>;
let reads: number;
let logged: string[];
beforeEach(() => {
  clock = 1_000;
  reads = 0;
  logged = [];
  served = async () => textOf(1);
  jest.spyOn(performance, 'now').mockImplementation(() => clock);
});
afterEach(() => {
  jest.restoreAllMocks();
});

function open(maxAgeMs: number, waitMs = 30_000): () => Promise<unknown> {
  const reader = new RegistryReader({
    store: {
      address: 's3://releases/',
      readFile: async () => {
        reads += 1;
        return Buffer.from(await served());
      },
    },
    publicKeys: [key.publicKey],
    maxAgeMs,
    waitMs,
    log: (line) => logged.push(line),
  });
  return async () => {
    const reading = await reader.read();
    return 'registry' in reading ? reading.registry.revision : reading.problem;
  };
}

const refused = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.5:9000'));

describe('RegistryReader', () => {
  it('returns a changed registry when the last reading is too old', async () => {
    const read = open(500);
    expect(await read()).toBe(1);
    served = async () => textOf(2);
    clock += 499;
    expect(await read()).toBe(1);
    clock += 1;
    expect(await read()).toBe(2);
    expect(reads).toBe(2);
  });

  it('reads the store on each request if the maximum age is 0', async () => {
    const read = open(0);
    expect(await read()).toBe(1);
    served = async () => textOf(2);
    expect(await read()).toBe(2);
  });

  it('reads once for concurrent requests', async () => {
    const read = open(0);
    expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1]);
    expect(reads).toBe(1);
  });

  it.each<[string, () => Promise<string>, string]>([
    ['is unavailable', refused, 'the release store is unavailable (connect ECONNREFUSED 10.0.0.5:9000)'],
    ['serves a truncated file', async () => textOf(2).slice(0, 100), 'it is not valid JSON'],
    [
      'serves a registry with an unknown signer',
      async () => textOf(2, newKey().key),
      'no trusted key has signed its current content',
    ],
  ])(
    'keeps the last valid registry while the store %s, and logs it once',
    async (_case, failing, problem) => {
      const read = open(0);
      await read();
      served = failing;
      expect([await read(), await read()]).toEqual([1, 1]);
      expect(logged).toEqual([
        `s3://releases/registry.json cannot be used: ${problem}; revision 1 stays in use`,
      ]);
      served = async () => textOf(3);
      expect(await read()).toBe(3);
    },
  );

  it('returns the problem without network addresses before the first valid registry', async () => {
    served = refused;
    const read = open(0);
    expect(await read()).toBe('the release store is unavailable');
    served = async () => textOf(1);
    expect(await read()).toBe(1);
  });

  it('returns the last valid registry while the store hangs', async () => {
    const read = open(0, 1);
    await read();
    const hanging = Promise.withResolvers<string>();
    served = () => hanging.promise;
    expect(await read()).toBe(1);
    hanging.resolve(textOf(2));
    while ((await read()) !== 2) await nextTurn();
    expect(logged).toEqual([]);
  });
});
