const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Decodes strict base64 (RFC 4648, section 4): standard alphabet, padded, without other characters. Returns null for any other
 * text, of which Node's decoder would skip or replace characters.
 */
export function decodeBase64(text: string): Buffer | null {
  return text.length % 4 === 0 && BASE64.test(text) ? Buffer.from(text, 'base64') : null;
}

/** Decodes a base64 data URL (RFC 2397) whose prefix, up to the comma, matches a pattern. Returns null for any other text. */
export function decodeDataUrl(text: string, prefix: RegExp): Buffer | null {
  const end = text.indexOf(',') + 1;
  return prefix.test(text.slice(0, end)) ? decodeBase64(text.slice(end)) : null;
}
