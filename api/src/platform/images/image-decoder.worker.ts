import { makeSmallImage, type ImageUse } from './small-image.ts';

/** Announces an image, whose bytes arrive at the standard input. */
export interface ImageRequest {
  use: ImageUse;
  /** Bytes. */
  size: number;
}

/** Returns the bytes of the standard input. They are in memory only once. */
async function readImage(size: number): Promise<Buffer> {
  const image = Buffer.alloc(size);
  let at = 0;
  for await (const part of process.stdin) at += Buffer.from(part).copy(image, at);
  return image.subarray(0, at);
}

/** Makes one image and sends it. The API then ends this process. */
async function send({ use, size }: ImageRequest): Promise<void> {
  process.send?.(await makeSmallImage(use, await readImage(size)));
}

process.once('message', (request: ImageRequest) => void send(request));
// The API has ended. No exit, because that waits for the decoder.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
