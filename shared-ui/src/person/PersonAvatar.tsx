import { styled } from '@mui/material/styles';
import Avatar from '@mui/material/Avatar';
import { FONT_SIZES } from '../theme/tokens.ts';
import { initials } from './initials.ts';

const fontSize = (size: number) => {
  if (size < 36) return FONT_SIZES.xs;
  return size < 64 ? FONT_SIZES.s : FONT_SIZES.xl;
};

const Round = styled(Avatar, { shouldForwardProp: (prop) => prop !== 'size' })<{ size: number }>(
  ({ size }) => ({ width: size, height: size, fontSize: fontSize(size) }),
);

export interface PersonAvatarProps {
  name: string;
  /** An address or data URL; the initials stand for somebody without one. */
  image: string | null;
  /** In px; 40 unless given. */
  size?: number;
}

/** Somebody's picture or initials. Decoration: the name belongs beside it, or to the control that it is part of. */
export function PersonAvatar({ name, image, size = 40 }: PersonAvatarProps) {
  return (
    <Round size={size} aria-hidden alt="" {...(image && { src: image })}>
      {initials(name)}
    </Round>
  );
}
