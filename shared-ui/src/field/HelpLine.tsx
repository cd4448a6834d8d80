import type { ReactNode } from 'react';
import FormHelperText from '@mui/material/FormHelperText';

/** What MUI draws as an empty line. */
const EMPTY_LINE = ' ';

interface Props {
  id: string;
  text: ReactNode;
  /** Keeps its place without a text. */
  steady: boolean;
}

/** The line below a field. */
export function HelpLine({ id, text, steady }: Props) {
  if (!text && !steady) return null;
  return <FormHelperText id={id}>{text || EMPTY_LINE}</FormHelperText>;
}
