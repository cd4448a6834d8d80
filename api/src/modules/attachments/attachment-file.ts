import {
  ATTACHMENT_MAX_BYTES,
  ATTACHMENT_MEDIA_TYPES,
  type AttachmentBody,
  type AttachmentMediaType,
} from '@dps/shared-contracts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { decodeBase64 } from '../../platform/files/base64.ts';
import { detectMediaType } from '../../platform/files/media-type.ts';
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

export interface AttachedFile {
  content: Buffer;
  mediaType: AttachmentMediaType;
}

function invalid(message: string): DomainError {
  return new DomainError('invalid_file', { message });
}

function extensionOf(fileName: string): string | undefined {
  return /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase();
}

/**
 * The file of an upload, taken at its content's word: the base64 must decode, to the size that was announced, and the
 * first bytes, the type and the name must agree. Throws `invalid_file` or `payload_too_large`.
 */
export function readAttachedFile(body: AttachmentBody): AttachedFile {
  const content = decodeBase64(body.fileData);
  if (!content) throw invalid(TEXTS.fileEmptyOrNotBase64);
  if (content.length > ATTACHMENT_MAX_BYTES) throw new DomainError('payload_too_large');
  if (content.length !== body.fileSize) throw invalid(TEXTS.fileSizeMismatch);
  const mediaType = detectMediaType(content);
  if (mediaType === null || mediaType === 'image/webp') throw invalid(TEXTS.fileTypeUnsupported);
  const extension = extensionOf(body.fileName);
  const fits = extension === undefined || EXTENSIONS[mediaType].includes(extension);
  if (!fits || ATTACHMENT_MEDIA_TYPES[mediaType] !== body.fileType) throw invalid(TEXTS.fileTypeMismatch);
  return { content, mediaType };
}
