import { PAGE_COLORS } from '@dps/contract';
import type { JobStatus } from '@dps/contract';

/** Text and background colour of a badge. */
export interface Tone {
  text: string;
  background: string;
}

/** Tones of badges; the first five are the job statuses in order. */
export const TONE_NAMES = ['gray', 'yellow', 'blue', 'green', 'purple', 'red'] as const;
export type ToneName = (typeof TONE_NAMES)[number];

export const STATUS_TONES = {
  pending: 'gray',
  'in-progress': 'yellow',
  review: 'blue',
  completed: 'green',
  paid: 'purple',
} as const satisfies Record<JobStatus, ToneName>;

interface Tokens {
  background: string;
  surface: string;
  text: string;
  secondaryText: string;
  primary: string;
  onPrimary: string;
  accent: string;
  onAccent: string;
  danger: string;
  onDanger: string;
  divider: string;
  outline: string;
  tones: Record<ToneName, Tone>;
}

/** Text pairs have a contrast of at least 4.5, outlines of at least 3. */
export const light: Tokens = {
  background: PAGE_COLORS.light,
  surface: '#FFFFFF',
  text: '#14211C',
  secondaryText: '#51605A',
  primary: '#0F5C4D',
  onPrimary: '#FFFFFF',
  accent: '#C2410C',
  onAccent: '#FFFFFF',
  danger: '#B3261E',
  onDanger: '#FFFFFF',
  divider: '#DDE2DC',
  outline: '#7C8A83',
  tones: {
    gray: { text: '#44504B', background: '#E9ECEA' },
    yellow: { text: '#7A5200', background: '#FFF1CC' },
    blue: { text: '#0B4F8A', background: '#DCEBFA' },
    green: { text: '#14632F', background: '#DDF3E2' },
    purple: { text: '#5B2A86', background: '#EEE3F8' },
    red: { text: '#93201A', background: '#FBE4E2' },
  },
};

export const dark: Tokens = {
  background: PAGE_COLORS.dark,
  surface: '#171F1C',
  text: '#E8EEEA',
  secondaryText: '#A5B3AC',
  primary: '#5CC2A7',
  onPrimary: '#14211C',
  accent: '#FF8A4C',
  onAccent: '#14211C',
  danger: '#FF9B93',
  onDanger: '#14211C',
  divider: '#2A3531',
  outline: '#7C8A83',
  tones: {
    gray: { text: '#C9D2CD', background: '#2A3531' },
    yellow: { text: '#FFD479', background: '#3B2E0B' },
    blue: { text: '#9CCBFA', background: '#10304F' },
    green: { text: '#8FDDA6', background: '#123A20' },
    purple: { text: '#D5B6F2', background: '#3A2052' },
    red: { text: '#FFB4AD', background: '#4A1A17' },
  },
};

/** All font sizes, in rem: 12, 14, 16, 20 and 28 px. */
export const FONT_SIZES = { xs: '0.75rem', s: '0.875rem', m: '1rem', l: '1.25rem', xl: '1.75rem' } as const;

export const FONT_FAMILY = '"Inter Variable", "Inter Fallback", system-ui, sans-serif';
export const MONO_FAMILY = 'ui-monospace, "SF Mono", "Cascadia Mono", "Roboto Mono", Menlo, monospace';

export const RADIUS = { control: 8, chip: 6 } as const;
/** Shadow of all floating elements. */
export const FLOATING_SHADOW = '0 8px 24px rgb(10 20 16 / 0.18)';
/** A phone with a large font size. No device is as narrow at the default font size. */
export const LARGE_TEXT = '@media (max-width: 17.49em)';
/** Height of the top bar and width of the side panel, in px. */
export const TOP_BAR_HEIGHT = 56;
export const SIDE_PANEL_WIDTH = 248;
/** Page width, in px, from which tables and the side panel fit. */
export const SIDE_PANEL_BREAKPOINT = 900;
