import type { AttachmentBody } from '@dps/shared-contracts';
import { attachmentTypeOf } from '../job-form/attachment-picker.ts';

/** Divisible by three, so that base64 pads only the last part; and read in a few milliseconds. */
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
 * The body of the call that attaches a file, as JSON: its content is base64 without a prefix. It is put together part by
 * part outside of the page's memory; as one text of 14 MB it would hold the page up for a second.
 *
 * @throws when the file cannot be read any more, because it was moved or its drive was removed
 */
export async function encodeFile(file: File, uploadedBy: number): Promise<Blob> {
  const facts: AttachmentBody = {
    fileName: file.name,
    fileType: attachmentTypeOf(file) ?? 'document',
    fileSize: file.size,
    uploadedBy,
    fileData: '',
  };
  const json = JSON.stringify(facts);
  const beforeLastQuote = json.length - '"}'.length;
  const parts: BlobPart[] = [json.slice(0, beforeLastQuote)];
  for (let at = 0; at < file.size; at += PART_BYTES) {
    parts.push(new Blob([await readAsBase64(file.slice(at, at + PART_BYTES))]));
  }
  return new Blob([...parts, json.slice(beforeLastQuote)], { type: 'application/json' });
}
