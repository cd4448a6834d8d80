import {
  ATTACHMENT_MAX_BYTES,
  ATTACHMENT_MEDIA_TYPES,
  ATTACHMENTS_PER_JOB,
  DASHBOARD_PICKER,
  isName,
  type AttachmentMediaType,
  type AttachmentType,
} from '@dps/shared-contracts';
import { texts } from '../texts.ts';

/** Which files a form takes. */
export interface AttachmentPicker {
  /** For the file dialog. */
  accept: string;
  mediaTypes: readonly AttachmentMediaType[];
  /** The formats in words. */
  formats: string;
}

export const dashboardPicker: AttachmentPicker = {
  ...DASHBOARD_PICKER,
  formats: texts.attachments.dashboardFormats,
};

export const jobsPagePicker: AttachmentPicker = {
  accept: '.pdf,.doc,.docx,.jpg,.jpeg,.png,.gif',
  mediaTypes: [
    'application/pdf',
    'application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'image/jpeg',
    'image/png',
    'image/gif',
  ],
  formats: texts.attachments.jobsPageFormats,
};

/** Browsers leave the media type empty where the system has no program for the file, which is common for Word files. */
const BY_EXTENSION = new Map<string, AttachmentMediaType>([
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['doc', 'application/msword'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
]);

type FileFacts = Pick<File, 'name' | 'size' | 'type'>;

function isMediaType(value: string): value is AttachmentMediaType {
  return Object.hasOwn(ATTACHMENT_MEDIA_TYPES, value);
}

function mediaTypeOf({ name, type }: FileFacts): AttachmentMediaType | undefined {
  if (type !== '') return isMediaType(type) ? type : undefined;
  return BY_EXTENSION.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase());
}

/** What kind of attachment a file is; undefined for a file that no form takes. */
export function attachmentTypeOf(file: FileFacts): AttachmentType | undefined {
  const mediaType = mediaTypeOf(file);
  return mediaType && ATTACHMENT_MEDIA_TYPES[mediaType];
}

export interface Refusal {
  title: string;
  description: string;
}

function refusalOf(file: FileFacts, picker: AttachmentPicker): Refusal | null {
  const mediaType = mediaTypeOf(file);
  if (!mediaType || !picker.mediaTypes.includes(mediaType)) {
    return texts.attachments.invalidType(file.name, picker.formats);
  }
  if (file.size > ATTACHMENT_MAX_BYTES) return texts.attachments.tooLarge(file.name);
  if (!isName(file.name)) return texts.attachments.invalidName(file.name);
  return file.size === 0 ? texts.attachments.emptyFile(file.name) : null;
}

/**
 * Sorts chosen files into those that the form takes and reasons why it refuses the others.
 *
 * @param files in the order in which they were chosen
 * @param held how many files the job and the form hold already; a job has at most five
 */
export function checkFiles<F extends FileFacts>(
  files: readonly F[],
  held: number,
  picker: AttachmentPicker,
): { accepted: F[]; refusals: Refusal[] } {
  const checked = files.map((file) => ({ file, refusal: refusalOf(file, picker) }));
  const fitting = checked.filter(({ refusal }) => refusal === null).map(({ file }) => file);
  const room = Math.max(ATTACHMENTS_PER_JOB - held, 0);
  const refusals = checked.flatMap(({ refusal }) => refusal ?? []);
  if (fitting.length > room) refusals.push(texts.attachments.tooMany);
  return { accepted: fitting.slice(0, room), refusals };
}

/** What tells files apart: the same one may be chosen again. */
export const fileKey = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`;

interface Picked {
  picker: AttachmentPicker;
  files: readonly File[];
  attached: number;
}

/**
 * Adds chosen files to those that are picked.
 *
 * @returns all picked files, how many of them are new, and why others were refused; a file that is picked already is
 * neither
 */
export function pickFiles(chosen: readonly File[], { picker, files, attached }: Picked) {
  const known = new Set(files.map(fileKey));
  const unknown = chosen.filter((file) => !known.has(fileKey(file)));
  const { accepted, refusals } = checkFiles(unknown, files.length + attached, picker);
  return { picked: [...files, ...accepted], accepted: accepted.length, refusals };
}
