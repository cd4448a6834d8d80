import { jest } from '@jest/globals';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import { act, fireEvent, screen } from '@testing-library/react';
import { COLOR_SCHEME_KEY } from '@dps/contract';
import { Tooltip } from '../data.ts';
import { renderInShell } from '../testing/render-in-shell.tsx';
import {
  chooseColorScheme,
  followColorScheme,
  toggleColorScheme,
  useColorScheme,
  type ColorSchemeChoice,
} from './color-scheme.ts';
import { inRem } from './text-scale.ts';

let systemIsDark: boolean;
let notifyOfSystem: () => void;
let stop: () => void;

function Shown() {
  const { scheme, choice } = useColorScheme();
  return <output>{`${choice}: ${scheme}`}</output>;
}

const attribute = () => document.documentElement.getAttribute('data-color-scheme');
const themeColor = () => document.querySelector('meta[name=theme-color]')?.getAttribute('content');
const shown = () => screen.getByRole('status').textContent;

describe('the colour scheme', () => {
  beforeEach(() => {
    systemIsDark = false;
    globalThis.matchMedia = (media) =>
      Object.assign(new EventTarget(), {
        media,
        matches: systemIsDark,
        onchange: null,
        addListener: () => {},
        removeListener: () => {},
        addEventListener: (_type: string, listener: () => void) => {
          notifyOfSystem = listener;
        },
      });
    document.head.innerHTML = '<meta name="theme-color" content="">';
    chooseColorScheme('system');
    renderInShell(<Shown />);
    stop = followColorScheme();
  });
  afterEach(() => stop());

  it('follows the system', () => {
    expect([shown(), attribute(), themeColor()]).toEqual(['system: light', 'light', '#F6F7F4']);
    systemIsDark = true;
    act(notifyOfSystem);
    expect([shown(), attribute(), themeColor()]).toEqual(['system: dark', 'dark', '#0F1513']);
  });

  it.each<[ColorSchemeChoice, string, string | null]>([
    ['dark', 'dark', 'dark'],
    ['light', 'light', 'light'],
    ['system', 'light', null],
  ])('[FRAME-6] is %s after its selection, and this browser remembers it', (choice, scheme, stored) => {
    act(() => chooseColorScheme('dark'));
    act(() => chooseColorScheme(choice));
    expect([shown(), attribute()]).toEqual([`${choice}: ${scheme}`, scheme]);
    expect(localStorage.getItem(COLOR_SCHEME_KEY)).toBe(stored);
    systemIsDark = true;
    act(notifyOfSystem);
    expect(shown()).toBe(`${choice}: ${choice === 'system' ? 'dark' : choice}`);
  });

  it.each<[ColorSchemeChoice, string]>([
    ['system', 'dark: dark'],
    ['light', 'dark: dark'],
    ['dark', 'system: light'],
  ])('toggles from %s, and follows the system again if that has the same scheme', (choice, expected) => {
    act(() => chooseColorScheme(choice));
    act(toggleColorScheme);
    expect(shown()).toBe(expected);
  });

  it.each([
    ['dark', 'dark: dark'],
    ['plaid', 'system: light'],
  ])('takes over what another tab has stored: %s', (stored, expected) => {
    localStorage.setItem(COLOR_SCHEME_KEY, stored);
    act(() => void globalThis.dispatchEvent(new StorageEvent('storage', { key: COLOR_SCHEME_KEY })));
    expect(shown()).toBe(expected);
  });

  it('[FRAME-22] is light on paper, and returns after printing', () => {
    act(() => chooseColorScheme('dark'));
    globalThis.dispatchEvent(new Event('beforeprint'));
    expect([shown(), attribute()]).toEqual(['dark: dark', 'light']);
    act(() => void globalThis.dispatchEvent(new Event('afterprint')));
    expect(attribute()).toBe('dark');
  });
});

it('[LIMIT-1] a tooltip opens after 700 ms', async () => {
  jest.useFakeTimers();
  renderInShell(
    <Tooltip title="The sum of all budgets">
      <button>About</button>
    </Tooltip>,
  );
  fireEvent.mouseOver(screen.getByRole('button'));
  await act(() => jest.advanceTimersByTimeAsync(699));
  expect(screen.queryByRole('tooltip')).toBeNull();
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(screen.getByRole('tooltip').textContent).toBe('The sum of all budgets');
  jest.useRealTimers();
});

const NAMES = ['Paid', 'Pending', 'Review', 'Completed'];
let clock = 0;

/** Types letters into an open menu with a pause, in ms, before each. Returns the text of the focused item. */
function type(letters: string, pause: number): string | null {
  for (const key of letters) {
    clock += pause;
    const event = new KeyboardEvent('keydown', { key, bubbles: true });
    Object.defineProperty(event, 'timeStamp', { value: clock });
    fireEvent(document.activeElement ?? document.body, event);
  }
  return document.activeElement?.textContent ?? null;
}

describe('typing in a menu', () => {
  it.each([
    ['pe', 900, 'Pending'],
    ['p', 900, 'Pending'],
    ['pp', 900, 'Paid'],
    ['pc', 1_100, 'Completed'],
    ['pc', 900, 'Pending'],
    ['r', 900, 'Paid'],
    ['x', 900, 'Paid'],
  ])('[LIMIT-2] "%s", %d ms apart, focuses %s', (letters, pause, expected) => {
    clock += 10_000;
    renderInShell(
      <MenuList autoFocusItem>
        {NAMES.map((name) => (
          <MenuItem key={name} disabled={name === 'Review'}>
            {name}
          </MenuItem>
        ))}
      </MenuList>,
    );
    expect(screen.getAllByRole('menuitem')[0]).toBe(document.activeElement);
    expect(type(letters, pause)).toBe(expected);
  });
});

it.each([
  ['min-height:44px;padding:7px 14px;', 'min-height:2.75rem;padding:0.4375rem 0.875rem;'],
  ['margin:-12px;width:calc(100% - 32px);', 'margin:-0.75rem;width:calc(100% - 2rem);'],
  ['@media (max-width:599.95px){top:8.5px;}', '@media (max-width:37.496875rem){top:0.53125rem;}'],
  ['border:1px solid;outline:2px solid;', 'border:1px solid;outline:2px solid;'],
  ['animation:fade-12px 1s;.css-8px0{color:#12px;}', 'animation:fade-12px 1s;.css-8px0{color:#12px;}'],
])('[ACCESSIBILITY-4] scales %s', (px, rem) => {
  expect(inRem(px)).toBe(rem);
});
