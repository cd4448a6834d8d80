import { once } from 'node:events';
import { jpegOfScans } from '@dps/local-stack/jpeg';
import sharp from 'sharp';
import { DomainError } from '../src/platform/errors/domain-error.ts';
import { ImageDecoder, type DecodedImage } from '../src/platform/images/image-decoder.ts';
import { LimitedProgram } from '../src/platform/concurrency/limited-program.ts';
import { Metrics } from '../src/platform/metrics/metrics.ts';
import { png } from './support/files.ts';

const LIMITS = { processorSeconds: 25, milliseconds: 60_000, megabytes: 256 };

const inMemory = (bytes: Buffer) => ({
  size: bytes.length,
  readAt: (position: number, length: number) => Promise.resolve(bytes.subarray(position, position + length)),
});

/** Decodes an image with a decoder of its own. Returns the reason of a refusal, or `decoded`. */
async function outcomeOf(image: Buffer, limits = LIMITS): Promise<string> {
  const decoded = await new ImageDecoder(new Metrics(), limits).decode('profile', inMemory(image), 1);
  return decoded.refusal ?? 'decoded';
}

it('[SECURE-50] kills a process at the end of its time, and decodes the next image', async () => {
  const metrics = new Metrics();
  const limits = { ...LIMITS, milliseconds: 1 };
  const decoder = new ImageDecoder(metrics, limits);
  const slow = inMemory(jpegOfScans(2000, 100));
  expect(await decoder.decode('profile', slow, 1)).toEqual({ refusal: 'killed' });
  limits.milliseconds = LIMITS.milliseconds;
  expect((await decoder.decode('profile', slow, 1)).webp).toBeDefined();
  const text = await metrics.registry.metrics();
  expect(text).toContain('dps_images_total{result="killed"} 1\ndps_images_total{result="decoded"} 1');
});

it('[SECURE-50] refuses an image that needs more memory than the limit', async () => {
  const large = await sharp({
    create: { width: 5000, height: 5000, channels: 4, background: '#2f7f9e80' },
  })
    .toColourspace('rgb16')
    .png({ progressive: true })
    .toBuffer();
  expect(await outcomeOf(large)).toBe('unreadable');
  expect(await outcomeOf(large, { ...LIMITS, megabytes: 1024 })).toBe('decoded');
});

it('[SECURE-52] does not let the images of one account delay those of another', async () => {
  const decoder = new ImageDecoder(new Metrics());
  const ends: string[] = [];
  const decode = async (account: number, image: Buffer): Promise<DecodedImage> => {
    const decoded = await decoder.decode('profile', inMemory(image), account);
    ends.push(`account ${account}: ${decoded.refusal ?? 'decoded'}`);
    return decoded;
  };
  const slow = jpegOfScans(3000, 100);
  const attack = Array.from({ length: 6 }, () => decode(1, slow));
  await decode(2, await png(300, 300));
  expect(ends.filter((end) => end === 'account 1: decoded').length).toBeLessThan(5);
  await Promise.all(attack);
  expect(ends).toContain('account 2: decoded');
});

it('refuses an image of a format that no user may send', async () => {
  const tiff = await sharp(await png(10, 10))
    .tiff()
    .toBuffer();
  expect(await outcomeOf(tiff)).toBe('no_image');
});

it('throws the error of the store, and decodes the next image', async () => {
  const decoder = new ImageDecoder(new Metrics());
  const unreadable = { size: 10, readAt: () => Promise.reject(new DomainError('unavailable')) };
  await expect(decoder.decode('preview', unreadable, 1)).rejects.toMatchObject({ code: 'unavailable' });
  expect((await decoder.decode('preview', inMemory(await png(10, 10)), 1)).webp).toBeDefined();
});

it('[SECURE-53] kills its processes at the shutdown', async () => {
  const decoder = new ImageDecoder(new Metrics());
  const reading = Promise.withResolvers<void>();
  const endless = {
    size: 10,
    readAt: () => {
      reading.resolve();
      return new Promise<Buffer>(() => undefined);
    },
  };
  const decoded = decoder.decode('preview', endless, 1);
  await reading.promise;
  decoder.onApplicationShutdown();
  expect(await decoded).toEqual({ refusal: 'killed' });
});

it('[SECURE-53] leaves no process after the API has been killed', async () => {
  const script = new URL('../src/platform/images/image-decoder.worker.ts', import.meta.url);
  const child = new LimitedProgram(script).start(LIMITS, new AbortController().signal);
  // It waits for the image. The end of the API closes this channel.
  child.send({ use: 'preview', size: 10 });
  await once(child, 'spawn');
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
});
