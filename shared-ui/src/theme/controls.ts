import type { KeyboardEvent } from 'react';
import type { ThemeOptions } from '@mui/material/styles';
import { FONT_SIZES, LARGE_TEXT, RADIUS } from './tokens.ts';

/** Pause, in ms, after which a letter starts a new search. */
const RESET_MS = 1_000;
const ITEMS = ':is([role^="menuitem"], [role="option"]):not([aria-disabled="true"])';

let typed = '';
let lastTyped = Number.NEGATIVE_INFINITY;

/** Returns the next item that starts with the letters; a repeated letter moves to the next match. */
function nextMatch(items: readonly HTMLElement[], letters: string, current: number): HTMLElement | undefined {
  const [first = ''] = letters;
  const isOneLetter = letters === first.repeat(letters.length);
  const from = isOneLetter ? current + 1 : Math.max(current, 0);
  const start = isOneLetter ? first : letters;
  return [...items.slice(from), ...items.slice(0, from)].find((item) =>
    item.textContent.trim().toLowerCase().startsWith(start),
  );
}

/**
 * Focuses the menu item or option that starts with the typed letters. Replaces the handler of MUI, which resets after half
 * the time. Space still selects.
 */
function typeAhead(event: KeyboardEvent<HTMLElement>): void {
  const { key, ctrlKey, metaKey, altKey, currentTarget, timeStamp } = event;
  if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return;
  event.stopPropagation();
  typed = (timeStamp - lastTyped > RESET_MS ? '' : typed) + key.toLowerCase();
  lastTyped = timeStamp;
  const items = [...currentTarget.querySelectorAll<HTMLElement>(ITEMS)];
  const current = items.findIndex((item) => item === document.activeElement);
  nextMatch(items, typed, current)?.focus();
}

const FOCUS_RING = { outline: '2px solid var(--dps-palette-primary-main)', outlineOffset: 2 };
/** Touch targets are larger than pointer targets. */
const TOUCH = '@media (pointer: coarse)';
/** Smallest side of a touch target, in px. */
const TARGET = 44;
/** iOS zooms into fields with a smaller font. */
const PHONE = '@media (max-width: 767.95px)';

export const controls: NonNullable<ThemeOptions['components']> = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: { root: { '&:focus-visible': FOCUS_RING } },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: ({ theme }) => ({
        fontSize: FONT_SIZES.s,
        minHeight: 36,
        minWidth: 0,
        padding: '7px 14px',
        whiteSpace: 'nowrap',
        [LARGE_TEXT]: { minWidth: 'min-content', whiteSpace: 'normal', overflowWrap: 'normal' },
        [TOUCH]: { minHeight: TARGET },
        variants: [
          {
            props: { size: 'small' as const },
            style: { minHeight: 28, padding: '3px 10px', [TOUCH]: { minHeight: TARGET } },
          },
          { props: { size: 'large' as const }, style: { minHeight: 44, padding: '11px 18px' } },
          {
            props: { variant: 'outlined' as const, color: 'primary' as const },
            style: {
              color: theme.vars.palette.text.primary,
              borderColor: theme.vars.palette.outline,
              backgroundColor: theme.vars.palette.background.paper,
              '&:hover': { borderColor: theme.vars.palette.text.primary },
            },
          },
        ],
      }),
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: RADIUS.control,
        padding: 8,
        [TOUCH]: { minWidth: TARGET, minHeight: TARGET },
        variants: [
          { props: { size: 'small' as const }, style: { padding: 4 } },
          {
            props: { color: 'default' as const },
            style: {
              color: theme.vars.palette.text.secondary,
              '&:hover': { color: theme.vars.palette.text.primary },
            },
          },
        ],
      }),
    },
  },
  MuiOutlinedInput: {
    defaultProps: { size: 'small' },
    styleOverrides: {
      root: ({ theme }) => ({
        backgroundColor: theme.vars.palette.background.paper,
        fontSize: FONT_SIZES.s,
        [PHONE]: { fontSize: FONT_SIZES.m },
        '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.text.secondary },
      }),
      notchedOutline: ({ theme }) => ({ borderColor: theme.vars.palette.outline }),
      input: {
        height: 20,
        padding: '8px 12px',
        [TOUCH]: { padding: '12px' },
        variants: [
          // Multiline fields have their padding on the frame.
          { props: { multiline: true }, style: { height: 'auto', padding: 0, [TOUCH]: { padding: 0 } } },
        ],
      },
      multiline: { padding: '8px 12px' },
    },
  },
  MuiSelect: {
    styleOverrides: {
      select: {
        // As high as a text field, with the larger font of phones too.
        lineHeight: '20px',
        // A long value wraps.
        '&.MuiSelect-select': { minHeight: 20, height: 'auto', whiteSpace: 'normal' },
      },
    },
  },
  MuiInputBase: {
    styleOverrides: {
      input: ({ theme }) => ({ '&::placeholder': { color: theme.vars.palette.text.secondary, opacity: 1 } }),
    },
  },
  MuiFormHelperText: {
    styleOverrides: { root: { marginLeft: 0, marginRight: 0, fontSize: FONT_SIZES.xs } },
  },
  MuiMenuList: { defaultProps: { onKeyDownCapture: typeAhead } },
  MuiMenuItem: {
    styleOverrides: {
      root: {
        gap: 12,
        minHeight: 36,
        fontSize: FONT_SIZES.s,
        borderRadius: RADIUS.chip,
        [TOUCH]: { minHeight: 44 },
      },
    },
  },
  MuiListItemButton: { styleOverrides: { root: { borderRadius: RADIUS.control } } },
  MuiSlider: {
    styleOverrides: {
      root: { height: 4 },
      // The tint of the bar's colour would look filled at 0%.
      rail: { color: 'var(--dps-palette-outline)' },
      thumb: {
        width: 20,
        height: 20,
        boxShadow: 'none',
        '&:hover': { boxShadow: 'none' },
        '&.Mui-focusVisible': { boxShadow: 'none', ...FOCUS_RING },
      },
      valueLabel: { fontSize: FONT_SIZES.xs, borderRadius: RADIUS.chip },
    },
  },
};
