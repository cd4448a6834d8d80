import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { Spool } from './spool.ts';

const ours = () => readdirSync(tmpdir()).filter((name) => name.startsWith('dps-upload-'));

async function fill(content: Buffer, partBytes: number): Promise<Spool> {
  const spool = new Spool();
  const part = Buffer.alloc(partBytes);
  for (let at = 0; at < content.length; at += partBytes) {
    // Reuses the buffer for each part, as a decoder does.
    const length = content.copy(part, 0, at, at + partBytes);
    await spool.append(part.subarray(0, length));
  }
  return spool;
}

describe('Spool', () => {
  it.each([0, 1, 128 * 1024 - 1, 128 * 1024, 128 * 1024 + 1, 1_000_000])(
    'returns %d bytes unchanged',
    async (size) => {
      const content = randomBytes(size);
      const spool = await fill(content, 50_000);
      expect(spool.size).toBe(size);
      for (const partBytes of [1_000_000, 100_000, 128 * 1024]) {
        expect((await buffer(spool.read(partBytes))).equals(content)).toBe(true);
      }
      await spool.discard();
    },
  );

  it('reads in parts of the requested size', async () => {
    const spool = await fill(randomBytes(300_000), 1000);
    const lengths: number[] = [];
    for await (const part of spool.read(140_000)) lengths.push(part.length);
    expect(lengths).toEqual([140_000, 140_000, 20_000]);
    await spool.discard();
  });

  it('has no name on the disk, so a crash leaves no file', async () => {
    const before = ours();
    const spool = await fill(randomBytes(300_000), 10_000);
    expect(ours()).toEqual(before);
    await spool.discard();
  });

  it('is released when its reader has ended', async () => {
    const content = randomBytes(300_000);
    const spool = await fill(content, 10_000);
    const parts = spool.read(100_000);
    const first = await parts.next();
    await spool.discard();
    expect(Buffer.concat([first.value ?? Buffer.alloc(0), await buffer(parts)]).equals(content)).toBe(true);
    await expect(spool.read(1).next()).rejects.toMatchObject({ code: 'malformed_request' });
  });

  it('is released when its reader stops early', async () => {
    const spool = await fill(randomBytes(300_000), 10_000);
    for await (const part of spool.read(100_000)) {
      expect(part).toHaveLength(100_000);
      await spool.discard();
      break;
    }
    await expect(spool.read(1).next()).rejects.toMatchObject({ code: 'malformed_request' });
  });

  it('throws unavailable if the temporary folder is not writable', async () => {
    const spool = new Spool('/nowhere');
    await expect(spool.append(randomBytes(300_000))).rejects.toMatchObject({ code: 'unavailable' });
    await spool.discard();
  });
});
