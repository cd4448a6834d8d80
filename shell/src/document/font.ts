import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

/** Asks for the product's font at once, before any style names it. Text stands in its metric-matched fallback until then. */
export function loadFont(): void {
  const face = new FontFace('Inter Variable', `url(${inter}) format("woff2")`, {
    weight: '100 900',
    style: 'normal',
    display: 'swap',
  });
  document.fonts.add(face);
  // A font that does not come leaves the fallback in its place.
  face.load().catch(() => undefined);
}
