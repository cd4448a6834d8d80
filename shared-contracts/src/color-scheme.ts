/** Colour schemes of the page: the selection of the user in this browser, or the scheme of the system. */
export const COLOR_SCHEMES = ['light', 'dark'] as const;
export type ColorScheme = (typeof COLOR_SCHEMES)[number];

/** Local storage key of the selection. */
export const COLOR_SCHEME_KEY = 'dps.colorScheme';
/** Attribute of the document element with the current scheme. */
export const COLOR_SCHEME_ATTRIBUTE = 'data-color-scheme';

/** Background of the page, and theme-color of the browser. */
export const PAGE_COLORS = { light: '#F6F7F4', dark: '#0F1513' } as const satisfies Record<
  ColorScheme,
  string
>;

export function isColorScheme(value: unknown): value is ColorScheme {
  return COLOR_SCHEMES.some((scheme) => scheme === value);
}
