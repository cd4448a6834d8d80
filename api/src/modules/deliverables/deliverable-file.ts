import type { DeliverableMediaType } from '@dps/contract';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { mediaTypeOf, type KnownMediaType } from '../../platform/files/media-type.ts';
import type { RandomAccess } from '../../platform/files/received-file.ts';
import { openZip } from '../../platform/files/zip-file.ts';

const ZIP = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** The result of the detector of attachments for each type. A ZIP has the signature of a DOCX. */
const DETECTED: Readonly<Record<DeliverableMediaType, KnownMediaType | null>> = {
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  'image/webp': 'image/webp',
  'application/pdf': 'application/pdf',
  'application/zip': ZIP,
  'image/tiff': null,
  'application/vnd.las': null,
  'application/vnd.laszip': null,
};

/** The shortest header of LAS, up to version 1.2. */
const LAS_HEADER_BYTES = 227;
const LAS_1_4_HEADER_BYTES = 375;
const LAZ_FLAG = 0x80;

/**
 * Checks the header of a point cloud (LAS 1.0 to 1.4). Only a LAZ has the flag for compressed points. The points of a LAS
 * must be in the file completely.
 */
async function isPointCloud(file: RandomAccess, compressed: boolean): Promise<boolean> {
  const head = await file.readAt(0, LAS_1_4_HEADER_BYTES);
  const [major, minor] = [head.readUInt8(24), head.readUInt8(25)];
  const shortest = minor === 4 ? LAS_1_4_HEADER_BYTES : LAS_HEADER_BYTES;
  const [headerBytes, pointsAt] = [head.readUInt16LE(94), head.readUInt32LE(96)];
  if (major !== 1 || minor > 4 || headerBytes < shortest || pointsAt < headerBytes) return false;
  if ((head.readUInt8(104) & LAZ_FLAG) > 0 !== compressed) return false;
  if (compressed) return pointsAt < file.size;
  const points = minor === 4 ? Number(head.readBigUInt64LE(247)) : head.readUInt32LE(107);
  return pointsAt + points * head.readUInt16LE(105) <= file.size;
}

const TIFF_START = /^(?:II[*+]\0|MM\0[*+])$/;
const GEO_KEYS = 34_735;
const BIG_TIFF = 43;
/** A directory of a GeoTIFF has a few dozen entries. */
const MOST_TIFF_ENTRIES = 1000;

/** Returns whether the first directory of a TIFF or BigTIFF has the keys of a GeoTIFF. */
async function isGeoTiff(file: RandomAccess): Promise<boolean> {
  const head = await file.readAt(0, 16);
  const isLittle = head.toString('latin1', 0, 2) === 'II';
  const read16 = (bytes: Buffer, at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const read32 = (bytes: Buffer, at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const read64 = (bytes: Buffer, at: number) =>
    Number(isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at));
  const isBig = read16(head, 2) === BIG_TIFF;
  const [countBytes, entryBytes] = isBig ? [8, 20] : [2, 12];
  const directoryAt = isBig ? read64(head, 8) : read32(head, 4);
  const count = await file.readAt(directoryAt, countBytes);
  if (count.length < countBytes) return false;
  const entries = Math.min(isBig ? read64(count, 0) : read16(count, 0), MOST_TIFF_ENTRIES);
  const directory = await file.readAt(directoryAt + countBytes, entries * entryBytes);
  if (directory.length < entries * entryBytes) return false;
  return Array.from({ length: entries }, (_, index) => read16(directory, index * entryBytes)).includes(
    GEO_KEYS,
  );
}

/** Returns whether a ZIP has the directory at its end. Its entries are not read. */
async function isArchive(file: RandomAccess): Promise<boolean> {
  return (await openZip(file)).entryCount > 0;
}

/** Returns whether a file that begins with these bytes can be of this type. */
export function startsAs(mediaType: DeliverableMediaType, head: Buffer): boolean {
  if (mediaTypeOf(head) !== DETECTED[mediaType]) return false;
  if (mediaType === 'image/tiff') return TIFF_START.test(head.toString('latin1', 0, 4));
  return DETECTED[mediaType] !== null || head.toString('latin1', 0, 4) === 'LASF';
}

/**
 * Checks a complete file beyond its start. Reads a bounded part of it.
 *
 * @returns false if the content is damaged or of another type
 * @throws DomainError if the store of the content fails
 */
export async function fitsFormat(mediaType: DeliverableMediaType, file: RandomAccess): Promise<boolean> {
  try {
    if (mediaType === 'application/vnd.las') return await isPointCloud(file, false);
    if (mediaType === 'application/vnd.laszip') return await isPointCloud(file, true);
    if (mediaType === 'image/tiff') return await isGeoTiff(file);
    if (mediaType === 'application/zip') return await isArchive(file);
    return true;
  } catch (error) {
    if (error instanceof DomainError) throw error;
    return false;
  }
}
