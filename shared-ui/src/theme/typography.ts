import { FONT_FAMILY, FONT_SIZES } from './tokens.ts';

const heading = (fontSize: string, lineHeight: number) => ({
  fontSize,
  lineHeight,
  fontWeight: 650,
  letterSpacing: fontSize === FONT_SIZES.m || fontSize === FONT_SIZES.s ? 0 : '-0.015em',
});
const text = (fontSize: string, lineHeight: number, fontWeight = 400) => ({
  fontSize,
  lineHeight,
  fontWeight,
  letterSpacing: 0,
});

export const typography = {
  fontFamily: FONT_FAMILY,
  fontWeightMedium: 550,
  fontWeightBold: 650,
  h1: heading(FONT_SIZES.xl, 36 / 28),
  h2: heading(FONT_SIZES.l, 1.4),
  h3: heading(FONT_SIZES.m, 1.5),
  h4: heading(FONT_SIZES.s, 20 / 14),
  h5: heading(FONT_SIZES.s, 20 / 14),
  h6: heading(FONT_SIZES.s, 20 / 14),
  subtitle1: text(FONT_SIZES.m, 1.5),
  subtitle2: text(FONT_SIZES.s, 20 / 14, 550),
  body1: text(FONT_SIZES.s, 20 / 14),
  body2: text(FONT_SIZES.s, 20 / 14),
  caption: text(FONT_SIZES.xs, 16 / 12),
  overline: { ...text(FONT_SIZES.xs, 16 / 12, 550), textTransform: 'none' as const },
  button: { ...text(FONT_SIZES.s, 20 / 14, 550), textTransform: 'none' as const },
};
