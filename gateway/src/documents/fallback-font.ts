/** Font metrics of Inter, relative to the font size. */
const ASCENT = 1984 / 2048;
const DESCENT = 494 / 2048;
const percent = (ratio: number) => `${(ratio * 100).toFixed(2)}%`;

/**
 * Returns a fallback font face: Arial scaled to the metrics of Inter, so that the layout does not shift when Inter loads.
 *
 * @param stretch width of a text in Inter, divided by its width in Arial
 */
function fontFace(weights: string, cut: '' | ' Bold', stretch: number): string {
  const sources = ['Arial', 'Liberation Sans', 'Helvetica'].map((name) => `local("${name}${cut}")`);
  const metrics = `size-adjust:${percent(stretch)};ascent-override:${percent(ASCENT / stretch)};descent-override:${percent(DESCENT / stretch)}`;
  return `@font-face{font-family:"Inter Fallback";font-weight:${weights};src:${sources.join()};${metrics};line-gap-override:0%}`;
}

/** The font of a page until Inter has loaded. The theme of the kit names it. */
export const FALLBACK_FONT = fontFace('100 599', '', 1.0712) + fontFace('600 900', ' Bold', 1.0236);
