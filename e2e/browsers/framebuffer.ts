import { readFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';

/** Positions of the 32-bit numbers in the header of an XWD file. */
const HEADER = { size: 0, width: 4, height: 5, bitsPerPixel: 11, bytesPerLine: 12, colors: 19 } as const;
const COLOR_BYTES = 12;
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}

/**
 * Converts the framebuffer of a display server to a PNG.
 *
 * @param file framebuffer in the XWD format, with 32 bits per pixel
 * @param area width and height of the picture, from the upper left corner, in pixels
 * @throws Error if the format is another one
 */
export async function framebufferToPng(
  file: string,
  area: { width: number; height: number },
): Promise<Buffer> {
  const source = await readFile(file);
  const field = (name: keyof typeof HEADER) => source.readUInt32BE(HEADER[name] * 4);
  if (field('bitsPerPixel') !== 32) throw new Error('The framebuffer does not have 32 bits per pixel');
  const width = Math.min(area.width, field('width'));
  const height = Math.min(area.height, field('height'));
  const start = field('size') + field('colors') * COLOR_BYTES;
  // Each line starts with the number of its filter.
  const pixels = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const from = start + y * field('bytesPerLine') + x * 4;
      const to = y * (width * 3 + 1) + 1 + x * 3;
      pixels.writeUIntBE(source.readUIntLE(from, 3), to, 3);
    }
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 2], 8);
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
