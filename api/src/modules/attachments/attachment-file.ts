import { ATTACHMENT_MEDIA_TYPES, type AttachmentBody, type AttachmentMediaType } from '@dps/shared-contracts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { ReceivedFile } from '../../platform/files/received-file.ts';
import { TEXTS } from '../../texts.ts';

/** The extensions that a file of each media type may carry. */
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

function extensionOf(fileName: string): string | undefined {
  return /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase();
}

/** What a request says about its file. */
type Description = Pick<AttachmentBody, 'fileName' | 'fileType' | 'fileSize'>;

/**
 * What a received file is, taken at its content's word: the base64 must decode, to the size that was announced, and the
 * first bytes, the type and the name must agree. Throws `invalid_file` or `payload_too_large`.
 */
export function checkAttachedFile(
  { fileName, fileType, fileSize }: Description,
  { fault, size, mediaType }: Pick<ReceivedFile, 'fault' | 'size' | 'mediaType'>,
): AttachmentMediaType {
  if (fault === 'not_base64') throw invalid(TEXTS.fileEmptyOrNotBase64);
  if (fault === 'too_large') throw new DomainError('payload_too_large');
  if (size !== fileSize) throw invalid(TEXTS.fileSizeMismatch);
  if (mediaType === null || mediaType === 'image/webp') throw invalid(TEXTS.fileTypeUnsupported);
  const extension = extensionOf(fileName);
  const fits = extension === undefined || EXTENSIONS[mediaType].includes(extension);
  if (!fits || ATTACHMENT_MEDIA_TYPES[mediaType] !== fileType) throw invalid(TEXTS.fileTypeMismatch);
  return mediaType;
}

/** Characters that the extended form of RFC 8187 leaves as they are, beyond what `encodeURIComponent` does. */
const ENCODE_TOO = /['()*]/g;

const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** The `Content-Disposition` header (RFC 6266) of a file with any name. */
export function contentDisposition(type: 'inline' | 'attachment', fileName: string): string {
  const name = fileName.toWellFormed();
  const ascii = name.replace(/[^\x20-\x7e]|["\\%/]/g, '_');
  const extended = encodeURIComponent(name).replace(ENCODE_TOO, percent);
  return `${type}; filename="${ascii}"; filename*=UTF-8''${extended}`;
}
