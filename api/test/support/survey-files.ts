/** A LAS 1.2 file with points of format 0, 20 bytes each. A LAZ has compressed points of any size. */
export function pointCloud(points: number, { compressed = false, minor = 2 } = {}): Buffer {
  const file = Buffer.alloc(227 + points * 20);
  file.write('LASF', 0, 'latin1');
  file.writeUInt8(1, 24);
  file.writeUInt8(minor, 25);
  file.writeUInt16LE(227, 94);
  file.writeUInt32LE(227, 96);
  file.writeUInt8(compressed ? 0x80 : 0, 104);
  file.writeUInt16LE(20, 105);
  file.writeUInt32LE(points, 107);
  for (let at = 227; at + 4 <= file.length; at += 4) file.writeUInt32LE((at * 2_654_435_761) % 2 ** 32, at);
  return file;
}

interface Tiff {
  big?: boolean;
  bigEndian?: boolean;
  /** The tag of the only entry: by default the directory of geographic keys. */
  tag?: number;
  /** Bytes between the header and the directory. */
  gap?: number;
}

/** A TIFF whose first directory has one entry. */
export function tiff({ big = false, bigEndian = false, tag = 34_735, gap = 0 }: Tiff = {}): Buffer {
  const header = big ? 16 : 8;
  const file = Buffer.alloc(header + gap + 64);
  const write = (value: number, at: number, bytes: 2 | 4) => {
    const offset = bigEndian ? file.writeUIntBE(value, at, bytes) : file.writeUIntLE(value, at, bytes);
    return offset;
  };
  const write64 = (value: number, at: number) =>
    bigEndian ? file.writeBigUInt64BE(BigInt(value), at) : file.writeBigUInt64LE(BigInt(value), at);
  file.write(bigEndian ? 'MM' : 'II', 0, 'latin1');
  write(big ? 43 : 42, 2, 2);
  const directory = header + gap;
  if (big) {
    write(8, 4, 2);
    write64(directory, 8);
    write64(1, directory);
    write(tag, directory + 8, 2);
  } else {
    write(directory, 4, 4);
    write(1, directory, 2);
    write(tag, directory + 2, 2);
  }
  return file;
}
