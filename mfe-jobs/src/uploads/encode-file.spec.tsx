import { encodeFile } from './encode-file.ts';

function readText(blob: Blob): Promise<unknown> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result));
    reader.readAsText(blob);
  });
}
const KILO = 1024;

describe('encodeFile', () => {
  it.each([1, 2, 3, 192 * KILO, 192 * KILO + 1, 400 * KILO])(
    '[FILE-10] encodes a file of %i bytes as JSON',
    async (size) => {
      const bytes = Uint8Array.from({ length: size }, (_, at) => (at * 31) % 251);
      const file = new File([bytes], 'a "plan".pdf', { type: 'application/pdf' });
      const body = await encodeFile(file, 3);
      expect(JSON.parse(String(await readText(body)))).toEqual({
        fileName: 'a "plan".pdf',
        fileType: 'pdf',
        fileSize: size,
        uploadedBy: 3,
        fileData: Buffer.from(bytes).toString('base64'),
      });
    },
  );
});
