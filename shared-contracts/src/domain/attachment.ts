/** Bytes of a megabyte in interface texts. */
export const MEGABYTE = 1024 * 1024;
/** Bytes of a gigabyte in interface texts. */
export const GIGABYTE = 1024 * MEGABYTE;
/** Maximum decoded size of an attachment. */
export const ATTACHMENT_MAX_BYTES = 10 * MEGABYTE;
export const ATTACHMENTS_PER_JOB = 5;
/** Maximum decoded size of a profile image. */
export const PROFILE_IMAGE_MAX_BYTES = 5 * MEGABYTE;

export const ATTACHMENT_TYPES = ['pdf', 'image', 'document'] as const;
export type AttachmentType = (typeof ATTACHMENT_TYPES)[number];

/** Allowed media types of both file pickers, with their attachment types. */
export const ATTACHMENT_MEDIA_TYPES = {
  'application/pdf': 'pdf',
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/gif': 'image',
  'application/msword': 'document',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'document',
} as const satisfies Record<string, AttachmentType>;
export type AttachmentMediaType = keyof typeof ATTACHMENT_MEDIA_TYPES;

const MEDIA_TYPES: ReadonlyMap<string, AttachmentMediaType> = new Map([
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['doc', 'application/msword'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
]);

/** Returns the extension of a file name, in small letters; empty without one. */
export function extensionOf(fileName: string): string {
  return /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
}

export interface AttachmentFormat {
  type: AttachmentType;
  mediaType: AttachmentMediaType;
}

/** Returns the format of an attachment by the extension of its name; null for an unsupported one. */
export function attachmentFormat(fileName: string): AttachmentFormat | null {
  const mediaType = MEDIA_TYPES.get(extensionOf(fileName));
  return mediaType ? { type: ATTACHMENT_MEDIA_TYPES[mediaType], mediaType } : null;
}

/** Media types of the picker on the dashboard form. */
export const DASHBOARD_PICKER = {
  accept: '.png,.jpg,.jpeg,.pdf',
  mediaTypes: ['image/png', 'image/jpeg', 'application/pdf'],
} as const;
