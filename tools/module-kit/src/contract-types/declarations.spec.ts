import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { reuseResult } from './declarations.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'dps-result-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('reuseResult', () => {
  it('computes a result only if an input has changed or the file is damaged', async () => {
    const file = path.join(folder, 'new', 'result.json');
    let computed = 0;
    const resultOf = (...inputs: string[]) =>
      reuseResult(file, inputs, () => Promise.resolve({ inputs, computed: (computed += 1) }));
    await expect(resultOf('a', 'b')).resolves.toEqual({ inputs: ['a', 'b'], computed: 1 });
    await expect(resultOf('a', 'b')).resolves.toEqual({ inputs: ['a', 'b'], computed: 1 });
    await expect(resultOf('ab', '')).resolves.toEqual({ inputs: ['ab', ''], computed: 2 });
    writeFileSync(file, '{"key":');
    await expect(resultOf('ab', '')).resolves.toEqual({ inputs: ['ab', ''], computed: 3 });
    expect(readdirSync(path.dirname(file))).toEqual(['result.json']);
  });

  it('stores no failure', async () => {
    const file = path.join(folder, 'failure.json');
    const failed = reuseResult(file, [], () => Promise.reject(new Error('broken')));
    await expect(failed).rejects.toThrow('broken');
    await expect(reuseResult(file, [], () => Promise.resolve('computed'))).resolves.toBe('computed');
  });
});
