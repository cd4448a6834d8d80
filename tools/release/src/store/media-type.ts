const MEDIA_TYPES = new Map([
  ['js', 'text/javascript; charset=utf-8'],
  ['mjs', 'text/javascript; charset=utf-8'],
  ['json', 'application/json; charset=utf-8'],
  ['map', 'application/json; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['txt', 'text/plain; charset=utf-8'],
  ['svg', 'image/svg+xml'],
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['woff2', 'font/woff2'],
  ['wasm', 'application/wasm'],
]);

/** Returns the media type of a release file by its extension, or undefined for an unknown extension. */
export function mediaTypeOf(path: string): string | undefined {
  return MEDIA_TYPES.get(path.slice(path.lastIndexOf('.') + 1));
}
