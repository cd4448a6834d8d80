import type { ThemeOptions } from '@mui/material/styles';
import { baseline } from './baseline.ts';
import { controls } from './controls.ts';
import { surfaces } from './surfaces.ts';

/** How each part of the kit looks; the parts themselves set no colours. */
export const components: NonNullable<ThemeOptions['components']> = {
  MuiCssBaseline: { styleOverrides: baseline },
  ...controls,
  ...surfaces,
};
