import sharp from 'sharp';
import { countScans } from './jpeg-scans.ts';

interface Size {
  /** The larger side of the result, in pixels. */
  largestSide: number;
  mostPixels: number;
  /** A sequential JPEG is reduced while it is read. Other images are decoded completely. */
  mostPixelsOfSequentialJpeg: number;
}

const MEGAPIXELS = 1_000_000;
/** The resolution of a good camera. A small file can declare far more pixels. */
const MOST_PIXELS = 25 * MEGAPIXELS;
const SIZES = {
  profile: { largestSide: 256, mostPixels: MOST_PIXELS, mostPixelsOfSequentialJpeg: MOST_PIXELS },
  preview: { largestSide: 320, mostPixels: MOST_PIXELS, mostPixelsOfSequentialJpeg: 120 * MEGAPIXELS },
} as const satisfies Record<string, Size>;

/** The use of a small image. */
export type ImageUse = keyof typeof SIZES;

/** Programs write progressive JPEGs with about ten. Each scan of a few bytes takes as long as reading the complete image. */
export const MOST_SCANS = 100;

/** Why there is no small image: the header is unreadable, there are too many scans or pixels, or decoding failed. */
export type ImageError = 'no_image' | 'too_many_scans' | 'too_large' | 'unreadable';

/** A WebP in base64, or the reason why there is none. */
export type SmallImage = { webp: string; refusal?: undefined } | { webp?: undefined; refusal: ImageError };

// Each image is decoded only once, so a cache is useless. One thread leaves CPU time for requests.
sharp.cache(false);
sharp.concurrency(1);
// Files of other formats never reach their decoders.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}Buffer`),
});

/** Makes an upright WebP without metadata from a JPEG, PNG, WebP or GIF; of an animation, from its first frame. */
export async function makeSmallImage(use: ImageUse, image: Buffer): Promise<SmallImage> {
  if (countScans(image) > MOST_SCANS) return { refusal: 'too_many_scans' };
  const { largestSide, mostPixels, mostPixelsOfSequentialJpeg } = SIZES[use];
  const header = await sharp(image)
    .metadata()
    .catch((error: unknown) => String(error));
  // Some decoders take memory for all pixels before they report the size.
  if (typeof header === 'string') return { refusal: /memory/i.test(header) ? 'too_large' : 'no_image' };
  const isSequentialJpeg = header.format === 'jpeg' && !header.isProgressive;
  const most = isSequentialJpeg ? mostPixelsOfSequentialJpeg : mostPixels;
  if (header.width * header.height > most) return { refusal: 'too_large' };
  try {
    const small = await sharp(image, { limitInputPixels: most, failOn: 'error' })
      .autoOrient()
      .resize(largestSide, largestSide, { fit: 'inside', withoutEnlargement: true })
      .webp()
      .toBuffer();
    return { webp: small.toString('base64') };
  } catch {
    return { refusal: 'unreadable' };
  }
}
