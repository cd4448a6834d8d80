import type { AttachmentBody } from '@dps/shared-contracts';
import { attachmentTypeOf } from '../job-form/attachment-picker.ts';

function readAsDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      resolve(typeof reader.result === 'string' ? reader.result : '');
    });
    reader.addEventListener('error', () => {
      reject(reader.error ?? new Error(`${file.name} could not be read`));
    });
    reader.readAsDataURL(file);
  });
}

/**
 * The body of the call that attaches a file: its content as base64 without a prefix.
 *
 * @throws when the file cannot be read any more, because it was moved or its drive was removed
 */
export async function encodeFile(file: File, uploadedBy: number): Promise<AttachmentBody> {
  const dataUrl = await readAsDataUrl(file);
  return {
    fileName: file.name,
    fileType: attachmentTypeOf(file) ?? 'document',
    fileSize: file.size,
    fileData: dataUrl.slice(dataUrl.indexOf(',') + 1),
    uploadedBy,
  };
}
