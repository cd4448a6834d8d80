import { styled } from '@mui/material/styles';
import { FONT_SIZES, LARGE_TEXT, RADIUS, TONE_NAMES, type ToneName } from '../theme/tokens.ts';

/** Shapes of 10 × 10 that distinguish badges without colour. */
export const BADGE_SHAPES = {
  ring: 'M5 .5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9m0 1.500a3 3 0 1 1 0 6 3 3 0 0 1 0-6',
  half: 'M5 .5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M5 2v6a3 3 0 0 1 0-6',
  diamond: 'M5 0 10 5 5 10 0 5z',
  tick: 'M3.700 8.900.3 5.500l1.300-1.300 2.100 2.100L8.400 1.600l1.300 1.300z',
  disc: 'M5 .5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9',
  cross:
    'M1.600.3 5 3.700 8.400.3l1.300 1.300L6.300 5l3.400 3.400-1.300 1.300L5 6.300 1.600 9.700.3 8.400 3.700 5 .3 1.600z',
} as const;
export type BadgeShape = keyof typeof BADGE_SHAPES;

const Root = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  height: 24,
  padding: '0 8px',
  borderRadius: RADIUS.chip,
  fontSize: FONT_SIZES.xs,
  fontWeight: 550,
  lineHeight: '24px',
  whiteSpace: 'nowrap',
  [LARGE_TEXT]: { height: 'auto', whiteSpace: 'normal' },
  '@media (forced-colors: active)': { outline: '1px solid', outlineOffset: -1 },
  ...Object.fromEntries(
    TONE_NAMES.map((tone) => {
      const { text, background } = theme.vars.palette.tones[tone];
      return [`&[data-tone="${tone}"]`, { color: text, backgroundColor: background }];
    }),
  ),
}));

/** A label with a shape, in a tone of the palette. */
export function ToneBadge({ tone, shape, label }: { tone: ToneName; shape: BadgeShape; label: string }) {
  return (
    <Root data-tone={tone}>
      <svg
        viewBox="0 0 10 10"
        width="0.625rem"
        height="0.625rem"
        fill="currentColor"
        aria-hidden
        focusable="false"
      >
        <path d={BADGE_SHAPES[shape]} />
      </svg>
      <span>{label}</span>
    </Root>
  );
}
