import { pipeline } from 'node:stream/promises';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Counter } from 'prom-client';
import { BoundedQueue } from '../concurrency/bounded-queue.ts';
import { DomainError } from '../errors/domain-error.ts';
import { partsOf, type RandomAccess } from '../files/received-file.ts';
import { IMAGE_BYTES, IMAGES_AT_A_TIME } from '../memory.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { ImageRequest } from './image-decoder.worker.ts';
import { LimitedProgram, type ProcessLimits } from '../concurrency/limited-program.ts';
import type { ImageUse, SmallImage } from './small-image.ts';

const LIMITS: ProcessLimits = {
  processorSeconds: 10,
  milliseconds: 60_000,
  megabytes: IMAGE_BYTES / 1024 ** 2,
};
const MOST_WAITING = 50;
/** A pilot may complete ten uploads at once. */
const MOST_WAITING_OF_ACCOUNT = 10;

/** `killed` means that the process exceeded a limit or crashed. */
export type DecodedImage = SmallImage | { webp?: undefined; refusal: 'killed' };

/**
 * Decodes the images of users, each in a process of its own that can be killed: decoders are large C libraries, and no timeout
 * interrupts them. Two run at a time, one of an account, and accounts take turns.
 */
export class ImageDecoder implements OnApplicationShutdown {
  private readonly queue = new BoundedQueue(IMAGES_AT_A_TIME, MOST_WAITING, MOST_WAITING_OF_ACCOUNT);
  private readonly program = new LimitedProgram(new URL('./image-decoder.worker.ts', import.meta.url));
  private readonly shutdown = new AbortController();
  private readonly images: Counter<'result'>;

  constructor(
    { registry }: Metrics,
    private readonly limits = LIMITS,
  ) {
    this.images = new Counter({
      name: 'dps_images_total',
      help: 'Images of users, by the result of decoding',
      labelNames: ['result'],
      registers: [registry],
    });
  }

  /**
   * Makes a small image of a file when it is the account's turn. Throws `rate_limited`, `unavailable`, or the error of reading
   * the file.
   */
  async decode(use: ImageUse, file: RandomAccess, accountId: number): Promise<DecodedImage> {
    const image = await this.queue.run(() => this.runProcess(use, file), accountId);
    this.images.inc({ result: image.refusal ?? 'decoded' });
    return image;
  }

  /** Kills the processes of requests that have not ended in time. */
  onApplicationShutdown(): void {
    this.shutdown.abort();
  }

  private runProcess(use: ImageUse, file: RandomAccess): Promise<DecodedImage> {
    const { promise, resolve, reject } = Promise.withResolvers<DecodedImage>();
    const child = this.program.start(this.limits, this.shutdown.signal);
    let result: DecodedImage = { refusal: 'killed' };
    child.once('message', (image: SmallImage) => {
      result = image;
      child.kill('SIGKILL');
    });
    child.once('exit', () => resolve(result));
    child.on('error', (error) => {
      if (child.pid === undefined) reject(error);
    });
    const request: ImageRequest = { use, size: file.size };
    child.send(request);
    if (child.stdin)
      pipeline(partsOf(file), child.stdin).catch((error: unknown) => {
        // Any other error means that the process has ended.
        if (!(error instanceof DomainError)) return;
        reject(error);
        child.kill('SIGKILL');
      });
    return promise;
  }
}
