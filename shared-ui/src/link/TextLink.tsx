import { styled } from '@mui/material/styles';
import { Link } from 'react-router-dom';

/** A link to another page within a text or on a line of its own. */
export const TextLink = styled(Link)(({ theme }) => ({
  color: theme.vars.palette.primary.main,
  fontWeight: 550,
  textUnderlineOffset: '0.2em',
  textDecorationThickness: 1,
  borderRadius: 2,
}));
