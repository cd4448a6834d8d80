import { act, screen } from '@testing-library/react';
import { COLOR_SCHEME_KEY } from '@dps/contract';
import { renderInShell } from '../testing/render-in-shell.tsx';
import {
  chooseColorScheme,
  followColorScheme,
  toggleColorScheme,
  useColorScheme,
  type ColorSchemeChoice,
} from './color-scheme.ts';

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

describe('the colour scheme', () => {
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
  });

  it('keeps the selected scheme when the system changes', () => {
    act(() => chooseColorScheme('light'));
    systemIsDark = true;
    act(notifyOfSystem);
    expect(shown()).toBe('light: light');
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
    [null, 'system: light'],
  ])('takes over what another tab has stored: %s', (stored, expected) => {
    if (stored !== null) localStorage.setItem(COLOR_SCHEME_KEY, stored);
    act(() => {
      globalThis.dispatchEvent(new StorageEvent('storage', { key: COLOR_SCHEME_KEY }));
    });
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
