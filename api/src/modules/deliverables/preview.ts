import sharp from 'sharp';
import { MEGABYTE, type DeliverableMediaType } from '@dps/contract';
import type { RandomAccess } from '../../platform/files/received-file.ts';

const PREVIEWED: ReadonlySet<DeliverableMediaType> = new Set(['image/jpeg', 'image/png', 'image/webp']);
/** The file is in memory while its preview is made. Photos of survey cameras have at most 30 MB. */
const MOST_BYTES = 32 * MEGABYTE;
/** Other images are decoded completely. */
const MOST_PIXELS = 25_000_000;
/** A sequential JPEG is reduced while it is read. */
const MOST_PIXELS_OF_JPEG = 120_000_000;
const LARGEST_SIDE = 320;
const DECODE_SECONDS = 20;

/** The result of reading an image: its preview, null if the image is too large or has none, or `damaged`. */
export type Preview = Buffer | 'damaged' | null;

/**
 * Returns an upright WebP of at most 320 px without metadata. An image without a readable header is `damaged`. Throws if
 * the store of the content fails.
 */
export async function makePreview(mediaType: DeliverableMediaType, file: RandomAccess): Promise<Preview> {
  if (!PREVIEWED.has(mediaType) || file.size > MOST_BYTES) return null;
  const image = await file.readAt(0, file.size);
  const header = await sharp(image)
    .metadata()
    .catch(() => null);
  if (!header) return 'damaged';
  const isSequentialJpeg = header.format === 'jpeg' && !header.isProgressive;
  const most = isSequentialJpeg ? MOST_PIXELS_OF_JPEG : MOST_PIXELS;
  if (header.width * header.height > most) return null;
  return sharp(image, { limitInputPixels: most, failOn: 'error' })
    .autoOrient()
    .resize(LARGEST_SIDE, LARGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
    .webp()
    .timeout({ seconds: DECODE_SECONDS })
    .toBuffer()
    .catch(() => null);
}
