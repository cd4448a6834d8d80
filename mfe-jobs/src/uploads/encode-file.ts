import type { AttachmentBody } from '@dps/contract';
import { attachmentTypeOf } from '../job-form/attachment-picker.ts';

/** A multiple of three, so that base64 pads only the last part. One part takes a few milliseconds to read. */
const PART_BYTES = 3 * 64 * 1024;

function readAsBase64(part: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      const dataUrl = typeof reader.result === 'string' ? reader.result : '';
      resolve(dataUrl.slice(dataUrl.indexOf(',') + 1));
    });
    reader.addEventListener('error', () => reject(reader.error ?? new Error('A file could not be read')));
    reader.readAsDataURL(part);
  });
}

/**
 * Encodes a file as the JSON request body of an attachment, with the content in base64 without a prefix. The body is a blob
 * of parts outside the page's memory: one string of 14 MB would block the page for a second.
 *
 * @throws if the file can no longer be read, for example because it was moved
 */
export async function encodeFile(file: File, uploadedBy: number): Promise<Blob> {
  const body: AttachmentBody = {
    fileName: file.name,
    fileType: attachmentTypeOf(file) ?? 'document',
    fileSize: file.size,
    uploadedBy,
    fileData: '',
  };
  const json = JSON.stringify(body);
  const beforeLastQuote = json.length - '"}'.length;
  const parts: BlobPart[] = [json.slice(0, beforeLastQuote)];
  for (let at = 0; at < file.size; at += PART_BYTES) {
    parts.push(new Blob([await readAsBase64(file.slice(at, at + PART_BYTES))]));
  }
  return new Blob([...parts, json.slice(beforeLastQuote)], { type: 'application/json' });
}
