import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { KnownMediaType } from '../../platform/files/media-type.ts';
import type { ReceivedFile } from '../../platform/files/received-file.ts';
import { TEXTS } from '../../texts.ts';

/** Prefix of an image's data URL. */
export const IMAGE_DATA_URL = /^data:image\/[a-z.+-]{1,40};base64,$/;
const READ_BYTES = 1024 * 1024;
const LARGEST_SIDE = 256;
/**
 * The resolution of a good camera. A small file can declare far more pixels, and some formats are decoded completely: this
 * many pixels of a progressive JPEG take 150 MB.
 */
const MOST_PIXELS = 25_000_000;
const DECODE_SECONDS = 10;
const FORMATS: ReadonlySet<KnownMediaType | null> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
]);

// Each image is decoded only once, so a cache is useless. One thread leaves CPU time for requests.
sharp.cache(false);
sharp.concurrency(1);

function unsupported(cause?: unknown): DomainError {
  return new DomainError('invalid_file', { message: TEXTS.imageUnsupported, cause });
}

/** Throws `invalid_file` for anything but a PNG, JPEG, WebP or GIF, and `payload_too_large`. */
export function checkImage({ fault, mediaType }: Pick<ReceivedFile, 'fault' | 'mediaType'>): void {
  if (fault === 'not_base64' || !FORMATS.has(mediaType)) throw unsupported();
  if (fault === 'too_large') throw new DomainError('payload_too_large', { message: TEXTS.imageTooLarge });
}

/** Converts an image to an upright WebP of at most 256 px without metadata. Throws `invalid_file` if decoding fails. */
export async function toProfileImage(file: Pick<ReceivedFile, 'read'>): Promise<Buffer> {
  const image = await buffer(file.read(READ_BYTES));
  try {
    return await sharp(image, { limitInputPixels: MOST_PIXELS })
      .autoOrient()
      .resize(LARGEST_SIDE, LARGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp()
      .timeout({ seconds: DECODE_SECONDS })
      .toBuffer();
  } catch (error) {
    throw unsupported(error);
  }
}
