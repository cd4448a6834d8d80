/** A file's content as a data URL. Rejects when the file cannot be read, as when it was moved since it was chosen. */
export function readDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') resolve(reader.result);
    });
    reader.addEventListener('error', () => reject(new Error(`${file.name} cannot be read`)));
    reader.readAsDataURL(file);
  });
}
