import { styled } from '@mui/material/styles';
import Avatar from '@mui/material/Avatar';
import { FONT_SIZES } from '../theme/tokens.ts';

const graphemes = new Intl.Segmenter('en-US', { granularity: 'grapheme' });

/** Returns the initials of a name: the first letters of its first two words, in capitals. Empty for an empty name. */
export function initials(name: string): string {
  return name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...graphemes.segment(word)][0]?.segment ?? '')
    .join('')
    .toLocaleUpperCase('en-US');
}

const fontSize = (size: number) => {
  if (size < 36) return FONT_SIZES.xs;
  return size < 64 ? FONT_SIZES.s : FONT_SIZES.xl;
};

const Round = styled(Avatar, { shouldForwardProp: (prop) => prop !== 'size' })<{ size: number }>(
  ({ size }) => ({ width: size, height: size, fontSize: fontSize(size) }),
);

export interface PersonAvatarProps {
  name: string;
  /** Address or data URL; null shows the initials. */
  image: string | null;
  /** In px; default: 40. */
  size?: number;
}

/** A user's picture or initials. Decorative: the name is next to it, or is the name of its control. */
export function PersonAvatar({ name, image, size = 40 }: PersonAvatarProps) {
  return (
    <Round size={size} aria-hidden alt="" {...(image && { src: image })}>
      {initials(name)}
    </Round>
  );
}
