import sharp from 'sharp';
import { PROFILE_IMAGE_MAX_BYTES } from '@dps/shared-contracts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { decodeBase64 } from '../../platform/files/base64.ts';
import { detectMediaType, type KnownMediaType } from '../../platform/files/media-type.ts';
import { TEXTS } from '../../texts.ts';

const DATA_URL = /^data:image\/[a-z.+-]{1,40};base64,/;
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

/** The bytes of an image's data URL. Throws `invalid_file` for anything but a PNG, JPEG, WebP or GIF. */
export function readImage(dataUrl: string): Buffer {
  const [prefix] = DATA_URL.exec(dataUrl) ?? [];
  const bytes = prefix === undefined ? null : decodeBase64(dataUrl.slice(prefix.length));
  if (!bytes || !FORMATS.has(detectMediaType(bytes))) throw unsupported();
  if (bytes.length > PROFILE_IMAGE_MAX_BYTES) {
    throw new DomainError('payload_too_large', { message: TEXTS.imageTooLarge });
  }
  return bytes;
}

/** The image as a WebP of at most 256 px, upright and without metadata. Throws `invalid_file` when it cannot be decoded. */
export async function toProfileImage(image: Buffer): Promise<Buffer> {
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
