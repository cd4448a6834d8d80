import Button, { type ButtonProps } from '@mui/material/Button';
import { Link, type LinkProps } from 'react-router-dom';

export type ButtonLinkProps = Omit<ButtonProps<typeof Link>, 'component' | 'href'> & Pick<LinkProps, 'to'>;

/** A link to another page that looks like a button. */
export function ButtonLink(props: ButtonLinkProps) {
  return <Button {...props} component={Link} />;
}
