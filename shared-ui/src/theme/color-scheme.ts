import { useSyncExternalStore } from 'react';
import {
  COLOR_SCHEME_ATTRIBUTE,
  COLOR_SCHEME_KEY,
  isColorScheme,
  PAGE_COLORS,
  type ColorScheme,
} from '@dps/shared-contracts';

/** What a person can choose. */
export type ColorSchemeChoice = ColorScheme | 'system';

const listeners = new Set<() => void>();
let choice: ColorSchemeChoice | undefined;

const systemPrefersDark = () => matchMedia('(prefers-color-scheme: dark)');
const systemScheme = (): ColorScheme => (systemPrefersDark().matches ? 'dark' : 'light');

function remembered(): ColorSchemeChoice {
  try {
    const stored = localStorage.getItem(COLOR_SCHEME_KEY);
    return isColorScheme(stored) ? stored : 'system';
  } catch {
    return 'system';
  }
}

function remember(chosen: ColorSchemeChoice): void {
  try {
    if (chosen === 'system') localStorage.removeItem(COLOR_SCHEME_KEY);
    else localStorage.setItem(COLOR_SCHEME_KEY, chosen);
  } catch {
    // Without storage the choice holds for as long as the page lives.
  }
}

const currentChoice = (): ColorSchemeChoice => (choice ??= remembered());

function currentScheme(): ColorScheme {
  const chosen = currentChoice();
  return chosen === 'system' ? systemScheme() : chosen;
}

/** Gives the document its scheme first: whoever is told afterwards may read colours off it. */
function apply(): void {
  const scheme = currentScheme();
  document.documentElement.setAttribute(COLOR_SCHEME_ATTRIBUTE, scheme);
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', PAGE_COLORS[scheme]);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Chooses the colours of the product for this browser. */
export function chooseColorScheme(chosen: ColorSchemeChoice): void {
  choice = chosen;
  remember(chosen);
  apply();
}

/** Turns the page dark or light; where the system has that scheme, the page follows the system from now on. */
export function toggleColorScheme(): void {
  const other = currentScheme() === 'dark' ? 'light' : 'dark';
  chooseColorScheme(other === systemScheme() ? 'system' : other);
}

/**
 * Called once by the shell: gives the document its scheme, and again whenever the system's changes or another tab chooses.
 *
 * @returns how to stop
 */
export function followColorScheme(): () => void {
  const system = systemPrefersDark();
  const otherTab = ({ key }: StorageEvent) => {
    // The key is null when the whole storage was cleared.
    if (key !== COLOR_SCHEME_KEY && key !== null) return;
    choice = remembered();
    apply();
  };
  apply();
  system.addEventListener('change', apply);
  globalThis.addEventListener('storage', otherTab);
  return () => {
    system.removeEventListener('change', apply);
    globalThis.removeEventListener('storage', otherTab);
  };
}

/** The colours that the page has now, and which of them, or the system's, the person has chosen. */
export function useColorScheme(): { scheme: ColorScheme; choice: ColorSchemeChoice } {
  return {
    scheme: useSyncExternalStore(subscribe, currentScheme),
    choice: useSyncExternalStore(subscribe, currentChoice),
  };
}
