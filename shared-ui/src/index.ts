export { default as Alert } from '@mui/material/Alert';
export { default as Box } from '@mui/material/Box';
export type { ButtonProps } from '@mui/material/Button';
export { default as CircularProgress } from '@mui/material/CircularProgress';
export { default as CssBaseline } from '@mui/material/CssBaseline';
export { default as Divider } from '@mui/material/Divider';
export { default as GlobalStyles } from '@mui/material/GlobalStyles';
export { default as IconButton } from '@mui/material/IconButton';
export { default as Stack } from '@mui/material/Stack';
export { default as Typography } from '@mui/material/Typography';
export { default as useMediaQuery } from '@mui/material/useMediaQuery';
export { styled, ThemeProvider, useTheme } from '@mui/material/styles';
export { VisuallyHidden } from './a11y/VisuallyHidden.tsx';
export { Button } from './button/Button.tsx';
export { PasswordField } from './field/PasswordField.tsx';
export { TextField, type TextFieldProps } from './field/TextField.tsx';
export { useFormikField } from './field/useFormikField.ts';
export { useFocusFirstError } from './field/useFocusFirstError.ts';
export { Icon } from './icon/Icon.tsx';
export { icons } from './icon/icons.ts';
export { ButtonLink, TextLink } from './link/links.tsx';
export { ErrorNotice, type ErrorNoticeProps } from './notice/ErrorNotice.tsx';
export { ContourLines } from './ornament/ContourLines.tsx';
export {
  chooseColorScheme,
  followColorScheme,
  toggleColorScheme,
  useColorScheme,
  type ColorSchemeChoice,
} from './theme/color-scheme.ts';
export { scaleWithText } from './theme/text-scale.ts';
export { theme } from './theme/theme.ts';
export {
  FLOATING_SHADOW,
  FONT_SIZES,
  MONO_FAMILY,
  RADIUS,
  SIDE_PANEL_BREAKPOINT,
  SIDE_PANEL_WIDTH,
  TOP_BAR_HEIGHT,
} from './theme/tokens.ts';
