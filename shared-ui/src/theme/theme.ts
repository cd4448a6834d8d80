import { createTheme } from '@mui/material/styles';
import { COLOR_SCHEME_ATTRIBUTE } from '@dps/contract';
import { controls } from './controls.ts';
import { surfaces } from './surfaces.ts';
import {
  RADIUS,
  FONT_FAMILY,
  FONT_SIZES,
  dark,
  light,
  TOP_BAR_HEIGHT,
  type Tone,
  type ToneName,
} from './tokens.ts';

/** Styles of the document. The gateway adds the font that is shown until Inter has loaded. */
const baseline = {
  html: { scrollPaddingTop: TOP_BAR_HEIGHT + 16, WebkitTextSizeAdjust: '100%' },
  body: { overflowWrap: 'break-word' },
  ':focus-visible': { outline: '2px solid var(--dps-palette-primary-main)', outlineOffset: 2 },
  // A heading that receives the focus after navigation is no control, so it has no focus ring.
  'h1:focus, main:focus': { outline: 'none' },
  '@media (prefers-reduced-motion: reduce)': {
    '*, *::before, *::after': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      // A short duration instead would apply to all properties of all elements, also to inherited colours. Each inheriting
      // element would then take on a new colour a frame after its parent.
      transition: 'none !important',
      scrollBehavior: 'auto !important',
    },
  },
};

declare module '@mui/material/styles' {
  interface CssThemeVariables {
    enabled: true;
  }
  interface Palette {
    /** The colour of payments and of the next step: pay, accept, post. */
    accent: Palette['primary'];
    /** Outline of controls. */
    outline: string;
    tones: Record<ToneName, Tone>;
  }
  interface PaletteOptions {
    accent: PaletteOptions['primary'];
    outline: string;
    tones: Record<ToneName, Tone>;
  }
}
declare module '@mui/material/Badge' {
  interface BadgePropsColorOverrides {
    accent: true;
  }
}
declare module '@mui/material/Button' {
  interface ButtonPropsColorOverrides {
    accent: true;
  }
}

type Tokens = typeof light;

function colour(main: string, contrastText: string) {
  return { main, light: main, dark: main, contrastText };
}

function paletteOf(tokens: Tokens) {
  const { tones } = tokens;
  return {
    primary: colour(tokens.primary, tokens.onPrimary),
    secondary: colour(tokens.secondaryText, tokens.surface),
    accent: colour(tokens.accent, tokens.onAccent),
    error: colour(tokens.danger, tokens.onDanger),
    warning: colour(tones.yellow.text, tones.yellow.background),
    info: colour(tones.blue.text, tones.blue.background),
    success: colour(tones.green.text, tones.green.background),
    text: { primary: tokens.text, secondary: tokens.secondaryText, disabled: tokens.outline },
    background: { default: tokens.background, paper: tokens.surface },
    divider: tokens.divider,
    outline: tokens.outline,
    tones,
  };
}

const colorSchemes = {
  light: { palette: paletteOf(light) },
  dark: { palette: paletteOf(dark) },
};

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

const typography = {
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

const QUICK = 120;
const CALM = 160;

/** The theme of the product. Light and dark are CSS variables, so that switching does not need a render and does not cause a flash. */
export const theme = createTheme({
  cssVariables: {
    colorSchemeSelector: COLOR_SCHEME_ATTRIBUTE,
    cssVarPrefix: 'dps',
  },
  colorSchemes,
  typography,
  components: { MuiCssBaseline: { styleOverrides: baseline }, ...controls, ...surfaces },
  shape: { borderRadius: RADIUS.control },
  spacing: 4,
  transitions: {
    duration: {
      shortest: QUICK,
      shorter: QUICK,
      short: QUICK,
      standard: CALM,
      complex: CALM,
      enteringScreen: CALM,
      leavingScreen: QUICK,
    },
  },
});
