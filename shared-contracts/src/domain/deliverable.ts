import { extensionOf, MEGABYTE } from './attachment.ts';

/** Maximum size of a deliverable, in bytes. */
export const DELIVERABLE_MAX_BYTES = 200 * MEGABYTE;
/** Maximum number of deliverables of a job, unfinished uploads included. */
export const DELIVERABLES_PER_JOB = 20;
/** Maximum size of all deliverables of a job, in bytes. */
export const DELIVERABLES_JOB_MAX_BYTES = 2048 * MEGABYTE;
/** Maximum number of unfinished uploads of an account. */
export const OPEN_UPLOADS_PER_PILOT = 10;

export const DELIVERABLE_TYPES = ['image', 'pdf', 'archive', 'geotiff', 'point-cloud'] as const;
export type DeliverableType = (typeof DELIVERABLE_TYPES)[number];

const FORMATS = {
  jpg: ['image', 'image/jpeg'],
  jpeg: ['image', 'image/jpeg'],
  png: ['image', 'image/png'],
  webp: ['image', 'image/webp'],
  pdf: ['pdf', 'application/pdf'],
  zip: ['archive', 'application/zip'],
  tif: ['geotiff', 'image/tiff'],
  tiff: ['geotiff', 'image/tiff'],
  las: ['point-cloud', 'application/vnd.las'],
  laz: ['point-cloud', 'application/vnd.laszip'],
} as const satisfies Record<string, readonly [DeliverableType, string]>;
export type DeliverableMediaType = (typeof FORMATS)[keyof typeof FORMATS][1];

/** The `accept` attribute of the file picker. */
export const DELIVERABLE_EXTENSIONS = Object.keys(FORMATS)
  .map((extension) => `.${extension}`)
  .join();

export interface DeliverableFormat {
  type: DeliverableType;
  mediaType: DeliverableMediaType;
}

/** Returns the format of a file by the extension of its name; null for an unsupported one. */
export function deliverableFormat(fileName: string): DeliverableFormat | null {
  const extension = extensionOf(fileName);
  const [, format] = Object.entries(FORMATS).find(([name]) => name === extension) ?? [];
  return format ? { type: format[0], mediaType: format[1] } : null;
}
