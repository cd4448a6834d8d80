/** The colours that the page has: those that the person has chosen for this browser, else those of the system. */
export const COLOR_SCHEMES = ['light', 'dark'] as const;
export type ColorScheme = (typeof COLOR_SCHEMES)[number];

/** Where a browser remembers the choice, in its local storage. */
export const COLOR_SCHEME_KEY = 'dps.colorScheme';
/** The document's element says by this attribute which scheme it has. */
export const COLOR_SCHEME_ATTRIBUTE = 'data-color-scheme';

/** What is behind everything on the page, and by which browsers colour what is around it. */
export const PAGE_COLORS = { light: '#F6F7F4', dark: '#0F1513' } as const satisfies Record<
  ColorScheme,
  string
>;

export function isColorScheme(value: unknown): value is ColorScheme {
  return COLOR_SCHEMES.some((scheme) => scheme === value);
}
