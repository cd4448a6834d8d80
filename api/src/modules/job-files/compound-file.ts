import type { RandomAccess } from '../../platform/files/received-file.ts';

/** An entry of the directory of a compound file, the container of Word's older format and of Windows installers. */
interface CompoundEntry {
  name: string;
  isStream: boolean;
  /** The class of a storage, as 32 hexadecimal digits in the byte order of the file. */
  classId: string;
}

const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const STREAM = 2;
/** Ids from here on mark ends and free sectors. */
const SPECIAL_SECTORS = 0xff_ff_ff_f0;
const MOST_DIRECTORY_SECTORS = 1000;
const FAT_SECTORS_IN_HEADER = 109;

class CompoundReader {
  private constructor(
    private readonly file: RandomAccess,
    private readonly header: Buffer,
    private readonly sectorBytes: number,
  ) {}

  static async open(file: RandomAccess): Promise<CompoundReader> {
    const header = await file.readAt(0, HEADER_BYTES);
    const shift = header.readUInt16LE(30);
    if (shift !== 9 && shift !== 12) throw new Error('The sectors of a compound file have an unknown size');
    return new CompoundReader(file, header, 2 ** shift);
  }

  /** Yields the sectors of the directory. Throws for a damaged or circular chain. */
  async *directory(): AsyncGenerator<Buffer> {
    let id = this.header.readUInt32LE(48);
    for (let count = 0; id < SPECIAL_SECTORS; count += 1) {
      if (count === MOST_DIRECTORY_SECTORS) throw new Error('The directory of a compound file is too long');
      yield await this.sector(id);
      id = await this.next(id);
    }
  }

  private sector(id: number): Promise<Buffer> {
    return this.file.readAt((id + 1) * this.sectorBytes, this.sectorBytes);
  }

  /** Returns the sector that follows another one in its chain. */
  private async next(id: number): Promise<number> {
    const idsPerSector = this.sectorBytes / 4;
    const table = await this.sector(await this.fatSector(Math.floor(id / idsPerSector)));
    return table.readUInt32LE((id % idsPerSector) * 4);
  }

  /** Returns the sector of a part of the allocation table. The header lists the first parts, further sectors the others. */
  private async fatSector(index: number): Promise<number> {
    if (index < FAT_SECTORS_IN_HEADER) return this.header.readUInt32LE(76 + index * 4);
    const idsPerSector = this.sectorBytes / 4 - 1;
    let list = await this.sector(this.header.readUInt32LE(68));
    let left = index - FAT_SECTORS_IN_HEADER;
    for (; left >= idsPerSector; left -= idsPerSector)
      list = await this.sector(list.readUInt32LE(idsPerSector * 4));
    return list.readUInt32LE(left * 4);
  }
}

function toEntry(bytes: Buffer): CompoundEntry {
  const nameBytes = Math.max(0, Math.min(64, bytes.readUInt16LE(64)) - 2);
  return {
    name: bytes.toString('utf16le', 0, nameBytes),
    isStream: bytes.readUInt8(66) === STREAM,
    classId: bytes.toString('hex', 80, 96),
  };
}

/** Returns the entries of the directory (MS-CFB), of at most 1000 sectors. Throws for a damaged file. */
export async function entriesOfCompoundFile(file: RandomAccess): Promise<CompoundEntry[]> {
  const reader = await CompoundReader.open(file);
  const entries: CompoundEntry[] = [];
  for await (const sector of reader.directory()) {
    for (let at = 0; at + ENTRY_BYTES <= sector.length; at += ENTRY_BYTES) {
      entries.push(toEntry(sector.subarray(at, at + ENTRY_BYTES)));
    }
  }
  return entries;
}
