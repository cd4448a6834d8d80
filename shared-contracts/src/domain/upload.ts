import { MEGABYTE } from './attachment.ts';

/** A file is sent in parts of this size, the last one excepted. At 32 KiB/s a part takes less than three minutes. */
export const UPLOAD_PART_BYTES = 5 * MEGABYTE;

/** Returns the number of parts of a file of `fileSize` bytes. */
export function partCount(fileSize: number): number {
  return Math.ceil(fileSize / UPLOAD_PART_BYTES);
}

/**
 * The purpose of a job's file: the client attaches files, the pilot delivers files and the logs of flights, and both send files
 * with messages.
 */
export const FILE_PURPOSES = ['attachment', 'deliverable', 'flight-log', 'message'] as const;
export type FilePurpose = (typeof FILE_PURPOSES)[number];

/** Hours after which the unfinished upload of an attachment is deleted; that of a deliverable is kept for days. */
export const ATTACHMENT_UPLOAD_HOURS = 1;
/** Days after which the unfinished upload of a deliverable or a flight log is deleted. */
export const UPLOAD_KEPT_DAYS = 7;
