import { MEGABYTE } from '@dps/contract';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { RandomAccess } from '../../platform/files/received-file.ts';
import type { ImageDecoder } from '../../platform/images/image-decoder.ts';
import { TEXTS } from '../../texts.ts';

const PREVIEWED: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);
/** Photos of survey cameras have at most 30 MB. */
const MOST_BYTES = 32 * MEGABYTE;

/**
 * Returns an upright WebP of at most 320 px without metadata; null for a file of another type, and for an image that takes too
 * much to decode. Throws `invalid_file` for an image without a readable header or with too many scans, or the error of the store.
 */
export async function makePreview(
  images: ImageDecoder,
  mediaType: string,
  file: RandomAccess,
  accountId: number,
): Promise<Buffer | null> {
  if (!PREVIEWED.has(mediaType) || file.size > MOST_BYTES) return null;
  const { webp, refusal } = await images.decode('preview', file, accountId);
  if (refusal === 'no_image') throw new DomainError('invalid_file', { message: TEXTS.fileTypeMismatch });
  if (refusal === 'too_many_scans') throw new DomainError('invalid_file', { message: TEXTS.tooManyScans });
  return webp === undefined ? null : Buffer.from(webp, 'base64');
}
