import { createTheme } from '@mui/material/styles';
import { COLOR_SCHEME_ATTRIBUTE } from '@dps/contract';
import { colorSchemes } from './palette.ts';
import { typography } from './typography.ts';
import { baseline } from './baseline.ts';
import { controls } from './controls.ts';
import { surfaces } from './surfaces.ts';
import { RADIUS } from './tokens.ts';

const QUICK = 120;
const CALM = 160;

/** The theme of the product. Light and dark are CSS variables, so that switching needs no render and causes no flash. */
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
