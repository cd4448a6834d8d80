import { useSyncExternalStore } from 'react';
import {
  COLOR_SCHEME_ATTRIBUTE,
  COLOR_SCHEME_KEY,
  isColorScheme,
  PAGE_COLORS,
  type ColorScheme,
} from '@dps/contract';

/** Values that a user can select. */
export type ColorSchemeChoice = ColorScheme | 'system';

const listeners = new Set<() => void>();
let choice: ColorSchemeChoice | undefined;

const systemPrefersDark = () => matchMedia('(prefers-color-scheme: dark)');
const systemScheme = (): ColorScheme => (systemPrefersDark().matches ? 'dark' : 'light');

function storedChoice(): ColorSchemeChoice {
  try {
    const stored = localStorage.getItem(COLOR_SCHEME_KEY);
    return isColorScheme(stored) ? stored : 'system';
  } catch {
    return 'system';
  }
}

function storeChoice(chosen: ColorSchemeChoice): void {
  try {
    if (chosen === 'system') localStorage.removeItem(COLOR_SCHEME_KEY);
    else localStorage.setItem(COLOR_SCHEME_KEY, chosen);
  } catch {
    // Without local storage, the selection lasts as long as the page.
  }
}

const currentChoice = (): ColorSchemeChoice => (choice ??= storedChoice());

function currentScheme(): ColorScheme {
  const chosen = currentChoice();
  return chosen === 'system' ? systemScheme() : chosen;
}

/** Sets the scheme of the document before it notifies listeners, which may read computed colours. */
function apply(): void {
  const scheme = currentScheme();
  document.documentElement.setAttribute(COLOR_SCHEME_ATTRIBUTE, scheme);
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', PAGE_COLORS[scheme]);
  for (const listener of listeners) listener();
}

/** Paper is white. */
function applyLight(): void {
  document.documentElement.setAttribute(COLOR_SCHEME_ATTRIBUTE, 'light');
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sets the colour scheme of this browser. */
export function chooseColorScheme(chosen: ColorSchemeChoice): void {
  choice = chosen;
  storeChoice(chosen);
  apply();
}

/** Toggles dark and light. If the system has the new scheme, the page follows the system from now on. */
export function toggleColorScheme(): void {
  const other = currentScheme() === 'dark' ? 'light' : 'dark';
  chooseColorScheme(other === systemScheme() ? 'system' : other);
}

/**
 * Applies the scheme to the document, now and whenever the system or another tab changes it; prints in the light one. The shell calls it once.
 *
 * @returns a function that stops it
 */
export function followColorScheme(): () => void {
  const system = systemPrefersDark();
  const otherTab = ({ key }: StorageEvent) => {
    // The key is null when all storage was cleared.
    if (key !== COLOR_SCHEME_KEY && key !== null) return;
    choice = storedChoice();
    apply();
  };
  apply();
  system.addEventListener('change', apply);
  globalThis.addEventListener('storage', otherTab);
  globalThis.addEventListener('beforeprint', applyLight);
  globalThis.addEventListener('afterprint', apply);
  return () => {
    system.removeEventListener('change', apply);
    globalThis.removeEventListener('storage', otherTab);
    globalThis.removeEventListener('beforeprint', applyLight);
    globalThis.removeEventListener('afterprint', apply);
  };
}

/** Returns the current scheme, and the selection of the user. */
export function useColorScheme(): { scheme: ColorScheme; choice: ColorSchemeChoice } {
  return {
    scheme: useSyncExternalStore(subscribe, currentScheme),
    choice: useSyncExternalStore(subscribe, currentChoice),
  };
}
