import type { ReactNode } from 'react';
import MuiButton from '@mui/material/Button';

/**
 * MUI's button, with its label in an element of its own. When a browser translates a page, it replaces the text nodes. React
 * then updates only a text that is the single child of its element, and MUI renders icons next to the label.
 */
export const Button: typeof MuiButton = ({ children, ...props }: { children?: ReactNode }) => (
  <MuiButton {...props}>{typeof children === 'string' ? <span>{children}</span> : children}</MuiButton>
);
