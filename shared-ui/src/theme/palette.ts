import { dark, light, type Tone, type ToneName } from './tokens.ts';

declare module '@mui/material/styles' {
  interface CssThemeVariables {
    enabled: true;
  }
  interface Palette {
    /** For payments and the next step: pay, accept, post. */
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

export const colorSchemes = {
  light: { palette: paletteOf(light) },
  dark: { palette: paletteOf(dark) },
};
