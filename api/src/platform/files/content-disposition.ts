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
