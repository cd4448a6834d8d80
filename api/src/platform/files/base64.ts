const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The bytes of a base64 text without a prefix; null when it is not one. */
export function decodeBase64(text: string): Buffer | null {
  if (text.length % 4 !== 0 || !BASE64.test(text)) return null;
  return Buffer.from(text, 'base64');
}
