import { createTheme } from '@mui/material/styles';
import { COLOR_SCHEME_ATTRIBUTE } from '@dps/shared-contracts';
import { colorSchemes } from './palette.ts';
import { typography } from './typography.ts';
import { components } from './components.ts';
import { RADIUS } from './tokens.ts';

const QUICK = 120;
const CALM = 160;

/** The look of the product, light and dark by CSS variables, so that the scheme changes without a render or a flash. */
export const theme = createTheme({
  cssVariables: {
    colorSchemeSelector: COLOR_SCHEME_ATTRIBUTE,
    cssVarPrefix: 'dps',
  },
  colorSchemes,
  typography,
  components,
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
