import type { ThemeOptions } from '@mui/material/styles';
import { FLOATING_SHADOW, FONT_SIZES, RADIUS } from './tokens.ts';

/** Delay of tooltips, in ms. */
const TOOLTIP_DELAY = 700;

export const surfaces: NonNullable<ThemeOptions['components']> = {
  // A subtitle is no heading, so it is not in the outline of the page.
  MuiTypography: { defaultProps: { variantMapping: { subtitle1: 'p', subtitle2: 'p' } } },
  MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiCard: {
    defaultProps: { variant: 'outlined' },
    // `clip` instead of `hidden`: a sticky table header would otherwise stick to the card instead of the page.
    styleOverrides: { root: ({ theme }) => ({ borderColor: theme.vars.palette.divider, overflow: 'clip' }) },
  },
  MuiCardContent: { styleOverrides: { root: { padding: 16, '&:last-child': { paddingBottom: 16 } } } },
  MuiDialog: {
    styleOverrides: {
      paper: { boxShadow: FLOATING_SHADOW, borderRadius: RADIUS.control },
      paperFullScreen: { borderRadius: 0 },
    },
  },
  MuiDialogTitle: {
    styleOverrides: { root: { fontSize: FONT_SIZES.l, fontWeight: 650, padding: '16px 24px' } },
  },
  // A field that takes the focus is scrolled clear of buttons that stick to the end of the content.
  MuiDialogContent: { styleOverrides: { root: { padding: '20px 24px', scrollPaddingBlock: '24px 96px' } } },
  MuiDialogActions: { styleOverrides: { root: { padding: '12px 24px 20px', flexWrap: 'wrap', gap: 8 } } },
  MuiPopover: {
    styleOverrides: {
      paper: ({ theme }) => ({
        boxShadow: FLOATING_SHADOW,
        border: `1px solid ${theme.vars.palette.divider}`,
      }),
    },
  },
  MuiMenu: { styleOverrides: { list: { padding: 4 } } },
  MuiChip: { styleOverrides: { root: { borderRadius: RADIUS.chip, fontSize: FONT_SIZES.xs, height: 24 } } },
  MuiTooltip: {
    defaultProps: { enterDelay: TOOLTIP_DELAY, enterNextDelay: TOOLTIP_DELAY, describeChild: true },
    styleOverrides: {
      tooltip: ({ theme }) => ({
        fontSize: FONT_SIZES.xs,
        fontWeight: 400,
        lineHeight: 16 / 12,
        padding: '6px 10px',
        borderRadius: RADIUS.chip,
        color: theme.vars.palette.background.paper,
        backgroundColor: theme.vars.palette.text.primary,
      }),
    },
  },
  MuiAlert: {
    styleOverrides: {
      // An action that does not fit next to the message wraps below it.
      message: { flex: '1 1 180px' },
      root: ({ theme }) => ({
        flexWrap: 'wrap',
        variants: (['error', 'warning', 'info', 'success'] as const).map((severity) => {
          const tone = { error: 'red', warning: 'yellow', info: 'blue', success: 'green' } as const;
          const { text, background } = theme.vars.palette.tones[tone[severity]];
          return {
            props: { severity, variant: 'standard' as const },
            style: { color: text, backgroundColor: background, '& .MuiAlert-icon': { color: text } },
          };
        }),
      }),
    },
  },
  MuiAvatar: {
    styleOverrides: {
      root: ({ theme }) => ({
        fontSize: FONT_SIZES.s,
        fontWeight: 650,
        color: theme.vars.palette.primary.contrastText,
        backgroundColor: theme.vars.palette.primary.main,
      }),
    },
  },
  MuiBadge: {
    styleOverrides: {
      badge: {
        minWidth: 18,
        height: 18,
        padding: '0 4px',
        fontSize: FONT_SIZES.xs,
        fontWeight: 650,
        fontVariantNumeric: 'tabular-nums',
      },
    },
  },
  MuiLinearProgress: {
    styleOverrides: {
      // An outlined track without a tint of the bar's colour: 0% looks empty.
      root: ({ theme }) => ({
        height: 8,
        borderRadius: 4,
        border: `1px solid ${theme.vars.palette.outline}`,
        backgroundColor: theme.vars.palette.background.paper,
      }),
    },
  },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({ borderColor: theme.vars.palette.divider, padding: '8px 12px' }),
      head: ({ theme }) => ({
        fontSize: FONT_SIZES.xs,
        fontWeight: 550,
        lineHeight: 16 / 12,
        color: theme.vars.palette.text.secondary,
        backgroundColor: theme.vars.palette.background.paper,
      }),
    },
  },
  MuiListItemText: { styleOverrides: { root: { marginTop: 0, marginBottom: 0 } } },
  MuiSkeleton: { defaultProps: { animation: false }, styleOverrides: { root: { transform: 'none' } } },
};
