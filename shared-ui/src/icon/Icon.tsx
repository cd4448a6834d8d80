import { styled } from '@mui/material/styles';

const Svg = styled('svg')({
  fill: 'currentColor',
  flexShrink: 0,
  display: 'inline-block',
  verticalAlign: 'middle',
});

export interface IconProps {
  /** The `d` attribute of a 24 × 24 path, see `icons`. */
  path: string;
  /** Accessible name; without it the icon is decorative. */
  label?: string;
  /** Size in px at the default font size, with which the icon scales; default: 20. */
  size?: number;
}

export function Icon({ path, label, size = 20 }: IconProps) {
  const meaning = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  const side = `${size / 16}rem`;
  return (
    <Svg viewBox="0 0 24 24" width={side} height={side} focusable="false" {...meaning}>
      <path d={path} />
    </Svg>
  );
}
