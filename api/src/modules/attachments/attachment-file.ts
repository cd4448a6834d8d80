import {
  ATTACHMENT_MAX_BYTES,
  ATTACHMENT_MEDIA_TYPES,
  type AttachmentBody,
  type AttachmentMediaType,
} from '@dps/contract';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { decodeBase64 } from '../../platform/files/base64.ts';
import { mediaTypeOf } from '../../platform/files/media-type.ts';
import { TEXTS } from '../../texts.ts';

/** Allowed extensions of each media type. */
const EXTENSIONS: Record<AttachmentMediaType, readonly string[]> = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'application/msword': ['doc'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
};

function invalid(message: string): DomainError {
  return new DomainError('invalid_file', { message });
}

/** Returns a file name in NFC without trailing dots and blanks, which Windows removes from names of files. */
export function normalizedFileName(fileName: string): string {
  return fileName.normalize('NFC').replace(/[\s.]+$/u, '');
}

function extensionOf(fileName: string): string {
  return /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
}

/** The declared properties of a file. */
type Description = Pick<AttachmentBody, 'fileName' | 'fileType' | 'fileSize'>;

/** Returns the decoded content of an attachment. Throws `invalid_file` or `payload_too_large`. */
export function contentOf({ fileData }: Pick<AttachmentBody, 'fileData'>): Buffer {
  const content = decodeBase64(fileData);
  if (!content) throw invalid(TEXTS.fileEmptyOrNotBase64);
  if (content.length > ATTACHMENT_MAX_BYTES) throw new DomainError('payload_too_large');
  return content;
}

/**
 * Checks a content against its description and returns its media type. The size, the start of the content, the type and the
 * extension must agree. Throws `invalid_file`.
 */
export function checkAttachedFile(
  { fileName, fileType, fileSize }: Description,
  content: Buffer,
): AttachmentMediaType {
  if (content.length !== fileSize) throw invalid(TEXTS.fileSizeMismatch);
  const mediaType = mediaTypeOf(content);
  if (mediaType === null || mediaType === 'image/webp') throw invalid(TEXTS.fileTypeUnsupported);
  const fits = EXTENSIONS[mediaType].includes(extensionOf(normalizedFileName(fileName)));
  if (!fits || ATTACHMENT_MEDIA_TYPES[mediaType] !== fileType) throw invalid(TEXTS.fileTypeMismatch);
  return mediaType;
}

/** Characters that RFC 8187 encodes and `encodeURIComponent` does not. */
const ALSO_ENCODED = /['()*]/g;

const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** Returns the `Content-Disposition` header (RFC 6266) of a file. The name may contain any characters. */
export function contentDisposition(type: 'inline' | 'attachment', fileName: string): string {
  const name = fileName.toWellFormed();
  const ascii = name.replace(/[^\x20-\x7e]|["\\%/]/g, '_');
  const extended = encodeURIComponent(name).replace(ALSO_ENCODED, percent);
  return `${type}; filename="${ascii}"; filename*=UTF-8''${extended}`;
}
