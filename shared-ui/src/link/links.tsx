import type { ButtonProps } from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { Link, type LinkProps } from 'react-router-dom';
import { Button } from '../button/Button.tsx';

export type ButtonLinkProps = Omit<ButtonProps<typeof Link>, 'component' | 'href'> & Pick<LinkProps, 'to'>;

/** A link to another page that looks like a button. */
export function ButtonLink(props: ButtonLinkProps) {
  return <Button {...props} component={Link} />;
}

/** A link to another page within a text or on a line of its own. */
export const TextLink = styled(Link)(({ theme }) => ({
  color: theme.vars.palette.primary.main,
  fontWeight: 550,
  textUnderlineOffset: '0.2em',
  textDecorationThickness: 1,
  borderRadius: 2,
}));
