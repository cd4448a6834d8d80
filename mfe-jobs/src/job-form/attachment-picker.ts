import {
  ATTACHMENT_MAX_BYTES,
  ATTACHMENT_MEDIA_TYPES,
  ATTACHMENTS_PER_JOB,
  attachmentFormat,
  DASHBOARD_PICKER,
  isName,
  type AttachmentMediaType,
  type AttachmentType,
} from '@dps/contract';
import type { FileFacts } from '@dps/contract/client';
import { formTexts } from '../texts/form.ts';

/** The files that a form accepts. */
export interface AttachmentPicker {
  /** The `accept` attribute of the file input. */
  accept: string;
  mediaTypes: readonly AttachmentMediaType[];
  /** The formats, for hints and error messages. */
  formats: string;
  /** The reason for rejecting further files; by default, those of a job. */
  tooMany?: Refusal;
}

export const dashboardPicker: AttachmentPicker = {
  ...DASHBOARD_PICKER,
  formats: formTexts.attachments.dashboardFormats,
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
  formats: formTexts.attachments.jobsPageFormats,
};

type FileMetadata = Pick<File, 'name' | 'size' | 'type'>;

function isMediaType(value: string): value is AttachmentMediaType {
  return Object.hasOwn(ATTACHMENT_MEDIA_TYPES, value);
}

/** Browsers report an empty media type if the system has no program for the file, which is common for Word files. */
function mediaTypeOf({ name, type }: FileMetadata): AttachmentMediaType | undefined {
  if (type !== '') return isMediaType(type) ? type : undefined;
  return attachmentFormat(name)?.mediaType;
}

/** The attachment type of a file; undefined if no form accepts it. */
export function attachmentTypeOf(file: FileMetadata): AttachmentType | undefined {
  const mediaType = mediaTypeOf(file);
  return mediaType && ATTACHMENT_MEDIA_TYPES[mediaType];
}

export interface Refusal {
  title: string;
  description: string;
}

function refusalOf(file: FileMetadata, picker: AttachmentPicker): Refusal | null {
  const mediaType = mediaTypeOf(file);
  if (!mediaType || !picker.mediaTypes.includes(mediaType)) {
    return formTexts.attachments.invalidType(file.name, picker.formats);
  }
  if (file.size > ATTACHMENT_MAX_BYTES) return formTexts.attachments.tooLarge(file.name);
  if (!isName(file.name)) return formTexts.attachments.invalidName(file.name);
  return file.size === 0 ? formTexts.attachments.emptyFile(file.name) : null;
}

/**
 * Splits chosen files into those that the form accepts and the reasons for rejecting the others.
 *
 * @param held the number of files that the job and the form already have
 */
export function checkFiles<F extends FileMetadata>(
  files: readonly F[],
  held: number,
  picker: AttachmentPicker,
): { accepted: F[]; refusals: Refusal[] } {
  const checked = files.map((file) => ({ file, refusal: refusalOf(file, picker) }));
  const valid = checked.filter(({ refusal }) => refusal === null).map(({ file }) => file);
  const capacity = Math.max(ATTACHMENTS_PER_JOB - held, 0);
  const refusals = checked.flatMap(({ refusal }) => refusal ?? []);
  if (valid.length > capacity) refusals.push(picker.tooMany ?? formTexts.attachments.tooMany);
  return { accepted: valid.slice(0, capacity), refusals };
}

/** The key of a file, to recognize a file that is chosen twice. */
export const fileKey = ({ name, size, lastModified }: FileFacts) => `${name} ${size} ${lastModified}`;

interface Picked {
  picker: AttachmentPicker;
  files: readonly FileFacts[];
  attached: number;
}

/** Returns the chosen files to add to the picked ones, and the reasons for rejecting others. Files that are already picked are ignored. */
export function pickFiles(chosen: readonly File[], { picker, files, attached }: Picked) {
  const pickedKeys = new Set(files.map(fileKey));
  const newFiles = chosen.filter((file) => !pickedKeys.has(fileKey(file)));
  return checkFiles(newFiles, files.length + attached, picker);
}
