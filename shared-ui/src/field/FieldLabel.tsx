import { styled } from '@mui/material/styles';
import { FONT_SIZES } from '../theme/tokens.ts';

/** The label above a field. The star of a required one is drawn, so that it is part of no name. */
export const FieldLabel = styled('label')(({ theme }) => ({
  fontSize: FONT_SIZES.s,
  lineHeight: 20 / 14,
  fontWeight: 550,
  marginBottom: 4,
  color: theme.vars.palette.text.primary,
  '&[data-required="true"]::after': { content: '" *" / ""', color: theme.vars.palette.error.main },
}));
