/** Bytes of a megabyte, as interface texts count them. */
export const MEGABYTE = 1024 * 1024;
/** 10 MB, decoded, for each attachment. */
export const ATTACHMENT_MAX_BYTES = 10 * MEGABYTE;
export const ATTACHMENTS_PER_JOB = 5;
/** 5 MB, decoded, for a profile image. */
export const PROFILE_IMAGE_MAX_BYTES = 5 * MEGABYTE;

export const ATTACHMENT_TYPES = ['pdf', 'image', 'document'] as const;
export type AttachmentType = (typeof ATTACHMENT_TYPES)[number];

/** The allowed files: the union of both pickers, by media type, with the attachment type that each one is. */
export const ATTACHMENT_MEDIA_TYPES = {
  'application/pdf': 'pdf',
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/gif': 'image',
  'application/msword': 'document',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'document',
} as const satisfies Record<string, AttachmentType>;
export type AttachmentMediaType = keyof typeof ATTACHMENT_MEDIA_TYPES;

/** The picker of the dashboard form. */
export const DASHBOARD_PICKER = {
  accept: '.png,.jpg,.jpeg,.pdf',
  mediaTypes: ['image/png', 'image/jpeg', 'application/pdf'],
} as const;
