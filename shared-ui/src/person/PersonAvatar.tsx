import { styled } from '@mui/material/styles';
import Avatar from '@mui/material/Avatar';
import { FONT_SIZES } from '../theme/tokens.ts';

/** A word whose first character is ASCII and has no combining mark. */
const PLAIN = /^[!-~](?:[!-~]|$)/;
let graphemes: Intl.Segmenter | undefined;

/** Returns the first letter of a word, with its marks. The first segmenter of a page takes as long as many components. */
function firstLetter(word: string): string {
  if (PLAIN.test(word)) return word.slice(0, 1);
  graphemes ??= new Intl.Segmenter('en-US', { granularity: 'grapheme' });
  return [...graphemes.segment(word)][0]?.segment ?? '';
}

/** Returns the initials of a name: the first letters of its first two words, in capitals. Empty for an empty name. */
export function initials(name: string): string {
  return name.trim().split(/\s+/).slice(0, 2).map(firstLetter).join('').toUpperCase();
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
  /** Size in px; default: 40. */
  size?: number;
}

/** A user's picture or initials. Decorative: the name is next to it, or is the name of its control. */
export function PersonAvatar({ name, image, size = 40 }: PersonAvatarProps) {
  return (
    <Round size={size} translate="no" aria-hidden alt="" {...(image && { src: image })}>
      {initials(name)}
    </Round>
  );
}
