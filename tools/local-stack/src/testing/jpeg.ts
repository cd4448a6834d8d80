const SIDE_OF_BLOCK = 8;
/** An AC code of one bit with 14 zero bits ends this number of blocks. */
const BLOCKS_OF_RUN = 16_384;
const BITS_OF_RUN = 15;

function segment(marker: number, ...bytes: number[]): Buffer {
  return Buffer.from([0xff, marker, 0, bytes.length + 2, ...bytes]);
}

/** A Huffman table whose only code is the bit 0. */
function table(kind: number, symbol: number): Buffer {
  return segment(0xc4, kind, 1, ...Array<number>(15).fill(0), symbol);
}

/** Returns a valid square JPEG in one shade of gray, with the number of progressive scans. All after the first are the same. */
export function jpegOfScans(side: number, scans: number): Buffer {
  const blocks = Math.ceil(side / SIDE_OF_BLOCK) ** 2;
  const size = [side >> 8, side & 0xff];
  const runs = Math.ceil(blocks / BLOCKS_OF_RUN);
  const scan = Buffer.concat([
    segment(0xda, 1, 1, 0, 1, 63, 0),
    Buffer.alloc(Math.ceil((runs * BITS_OF_RUN) / 8)),
  ]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...Array<number>(64).fill(1)),
    segment(0xc2, 8, ...size, ...size, 1, 1, 0x11, 0),
    table(0x00, 0),
    table(0x10, 0xe0),
    segment(0xda, 1, 1, 0, 0, 0, 0),
    Buffer.alloc(Math.ceil(blocks / 8)),
    ...Array<Buffer>(scans - 1).fill(scan),
    Buffer.from([0xff, 0xd9]),
  ]);
}
