import {
  attachmentFormat,
  deliverableFormat,
  type AttachmentFormat,
  type DeliverableFormat,
  type FilePurpose,
} from '@dps/contract';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { HEAD_BYTES, mediaTypeOf, type KnownMediaType } from '../../platform/files/media-type.ts';
import type { RandomAccess } from '../../platform/files/received-file.ts';
import { openZip } from '../../platform/files/zip-file.ts';
import { TEXTS } from '../../texts.ts';
import { isDoc, isDocx } from './word-document.ts';

/** The content of a flight log determines its format, and background work reads it. */
const LOG_FORMAT = { type: 'flight-log', mediaType: 'application/octet-stream' } as const;

type FileFormat = AttachmentFormat | DeliverableFormat | typeof LOG_FORMAT;
export type FileMediaType = FileFormat['mediaType'];

const FORMATS = {
  attachment: { formatOf: attachmentFormat, unsupported: TEXTS.fileTypeUnsupported },
  deliverable: { formatOf: deliverableFormat, unsupported: TEXTS.deliverableUnsupported },
  'flight-log': { formatOf: () => LOG_FORMAT, unsupported: '' },
  message: { formatOf: attachmentFormat, unsupported: TEXTS.fileTypeUnsupported },
} as const satisfies Record<FilePurpose, object>;

/** Returns a file name in NFC without trailing dots and blanks, which Windows removes from names of files. */
export function normalizedFileName(fileName: string): string {
  return fileName.normalize('NFC').replace(/[\s.]+$/u, '');
}

/** Returns the format that the extension of a normalized name promises. Throws `invalid_file` for an unsupported one. */
export function formatOf(purpose: FilePurpose, fileName: string): FileFormat {
  const format = FORMATS[purpose].formatOf(fileName);
  if (!format) throw new DomainError('invalid_file', { message: FORMATS[purpose].unsupported });
  return format;
}

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** The result of the detector for each type. A ZIP has the signature of a DOCX. */
const DETECTED: Readonly<Record<Exclude<FileMediaType, typeof LOG_FORMAT.mediaType>, KnownMediaType | null>> =
  {
    'application/pdf': 'application/pdf',
    'image/png': 'image/png',
    'image/jpeg': 'image/jpeg',
    'image/gif': 'image/gif',
    'image/webp': 'image/webp',
    'application/msword': 'application/msword',
    [DOCX]: DOCX,
    'application/zip': DOCX,
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
export function startsAs(mediaType: FileMediaType, head: Buffer): boolean {
  if (mediaType === LOG_FORMAT.mediaType) return true;
  if (mediaTypeOf(head) !== DETECTED[mediaType]) return false;
  if (mediaType === 'image/tiff') return TIFF_START.test(head.toString('latin1', 0, 4));
  return DETECTED[mediaType] !== null || head.toString('latin1', 0, 4) === 'LASF';
}

const mismatch = () => new DomainError('invalid_file', { message: TEXTS.fileTypeMismatch });

/** Checks the start of a file: its first part is sufficient. Throws `invalid_file`. */
export async function requireStart(mediaType: FileMediaType, file: RandomAccess): Promise<void> {
  if (!startsAs(mediaType, await file.readAt(0, HEAD_BYTES))) throw mismatch();
}

/** Checks a complete file beyond its start. Throws `invalid_file`, or the error of the content's store. */
export async function requireFormat(mediaType: FileMediaType, file: RandomAccess): Promise<void> {
  if (!(await fitsFormat(mediaType, file))) throw mismatch();
}

const CHECKS: Partial<Record<FileMediaType, (file: RandomAccess) => Promise<boolean>>> = {
  'application/vnd.las': (file) => isPointCloud(file, false),
  'application/vnd.laszip': (file) => isPointCloud(file, true),
  'image/tiff': isGeoTiff,
  'application/zip': isArchive,
  'application/msword': isDoc,
  [DOCX]: isDocx,
};

/**
 * Returns false if a complete file is damaged or of another type: for a type of Word also a Java archive, an installer, or a
 * workbook. Reads a bounded part of the file.
 *
 * @throws DomainError if the store of the content fails
 */
export async function fitsFormat(mediaType: FileMediaType, file: RandomAccess): Promise<boolean> {
  try {
    return (await CHECKS[mediaType]?.(file)) ?? true;
  } catch (error) {
    if (error instanceof DomainError) throw error;
    return false;
  }
}
