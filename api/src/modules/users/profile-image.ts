import { PROFILE_IMAGE_MAX_BYTES } from '@dps/contract';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { decodeDataUrl } from '../../platform/files/base64.ts';
import { mediaTypeOf, type KnownMediaType } from '../../platform/files/media-type.ts';
import { fileOf, type ReceivedFile } from '../../platform/files/received-file.ts';
import type { DecodedImage } from '../../platform/images/image-decoder.ts';
import { TEXTS } from '../../texts.ts';

/** Prefix of an image's data URL. */
const IMAGE_DATA_URL = /^data:image\/[a-z.+-]{1,40};base64,$/;
const FORMATS: ReadonlySet<KnownMediaType | null> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
]);

const MESSAGES = {
  no_image: TEXTS.imageUnsupported,
  too_many_scans: TEXTS.tooManyScans,
  too_large: TEXTS.imageUnreadable,
  unreadable: TEXTS.imageUnreadable,
  killed: TEXTS.imageUnreadable,
} as const satisfies Record<NonNullable<DecodedImage['refusal']>, string>;

/** Returns the image of a data URL. Throws `invalid_file` for anything but a PNG, JPEG, WebP or GIF, and `payload_too_large`. */
export function imageOf(dataUrl: string): ReceivedFile {
  const bytes = decodeDataUrl(dataUrl, IMAGE_DATA_URL);
  if (!bytes || !FORMATS.has(mediaTypeOf(bytes)))
    throw new DomainError('invalid_file', { message: TEXTS.imageUnsupported });
  if (bytes.length > PROFILE_IMAGE_MAX_BYTES)
    throw new DomainError('payload_too_large', { message: TEXTS.imageTooLarge });
  return fileOf(bytes);
}

/** Returns a decoded image. Throws `invalid_file` if there is none. */
export function toProfileImage({ webp, refusal }: DecodedImage): Buffer {
  if (refusal) throw new DomainError('invalid_file', { message: MESSAGES[refusal] });
  return Buffer.from(webp, 'base64');
}
