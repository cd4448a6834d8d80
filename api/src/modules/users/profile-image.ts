import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { KnownMediaType } from '../../platform/files/media-type.ts';
import type { ReceivedFile } from '../../platform/files/received-file.ts';
import { TEXTS } from '../../texts.ts';

/** How the data URL of an image begins. */
export const IMAGE_DATA_URL = /^data:image\/[a-z.+-]{1,40};base64,$/;
const READ_BYTES = 1024 * 1024;
const LARGEST_SIDE = 256;
/** More than any camera makes; a small file can claim far more pixels than it is worth decoding. */
const MOST_PIXELS = 50_000_000;
const FORMATS: ReadonlySet<KnownMediaType | null> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
]);

function unsupported(cause?: unknown): DomainError {
  return new DomainError('invalid_file', { message: TEXTS.imageUnsupported, cause });
}

/** Throws `invalid_file` for anything but a PNG, JPEG, WebP or GIF, and `payload_too_large`. */
export function checkImage({ fault, mediaType }: Pick<ReceivedFile, 'fault' | 'mediaType'>): void {
  if (fault === 'not_base64' || !FORMATS.has(mediaType)) throw unsupported();
  if (fault === 'too_large') throw new DomainError('payload_too_large', { message: TEXTS.imageTooLarge });
}

/** The image as a WebP of at most 256 px, upright and without metadata. Throws `invalid_file` when it cannot be decoded. */
export async function toProfileImage(file: Pick<ReceivedFile, 'read'>): Promise<Buffer> {
  const image = await buffer(file.read(READ_BYTES));
  try {
    return await sharp(image, { limitInputPixels: MOST_PIXELS })
      .autoOrient()
      .resize(LARGEST_SIDE, LARGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp()
      .toBuffer();
  } catch (error) {
    throw unsupported(error);
  }
}
