import type { ReactNode } from 'react';
import FormHelperText from '@mui/material/FormHelperText';
import { styled } from '@mui/material/styles';
import { FONT_SIZES } from '../theme/tokens.ts';

/** The label above a field. The asterisk of a required field is CSS content, so it is not in the accessible name. */
export const FieldLabel = styled('label')(({ theme }) => ({
  fontSize: FONT_SIZES.s,
  lineHeight: 20 / 14,
  fontWeight: 550,
  marginBottom: 4,
  color: theme.vars.palette.text.primary,
  '&[data-required="true"]::after': { content: '" *" / ""', color: theme.vars.palette.error.main },
}));

/** MUI renders this text as an empty line. */
const EMPTY_LINE = ' ';

interface HelpLineProps {
  id: string;
  text: ReactNode;
  /** Reserves the line when there is no text. */
  steady: boolean;
}

/** The helper line below a field. */
export function HelpLine({ id, text, steady }: HelpLineProps) {
  if (!text && !steady) return null;
  return <FormHelperText id={id}>{text || EMPTY_LINE}</FormHelperText>;
}
