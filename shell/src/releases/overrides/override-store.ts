import { OVERRIDES_KEY } from '../page-releases.ts';
import { formatOverride, joined, parseOverride, type Override } from './override.ts';

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

function stored(): string[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(OVERRIDES_KEY) ?? '[]');
    return isTexts(value) ? value : [];
  } catch {
    return [];
  }
}

/** What is chosen for this tab, as far as the deployment still allows it. */
export function readOverrides(allowed: readonly string[]): Override[] {
  return stored().flatMap((text) => parseOverride(text, allowed) ?? []);
}

function write(overrides: readonly Override[]): void {
  if (overrides.length === 0) sessionStorage.removeItem(OVERRIDES_KEY);
  else sessionStorage.setItem(OVERRIDES_KEY, JSON.stringify(overrides.map(formatOverride)));
}

/** Chooses for this tab, from its next page on. */
export function chooseOverrides(chosen: readonly Override[], allowed: readonly string[]): void {
  write(joined(readOverrides(allowed), chosen));
}

/** Gives a module back to what was released, from this tab's next page on. */
export function stopOverride(module: string, allowed: readonly string[]): void {
  write(readOverrides(allowed).filter((each) => each.module !== module));
}
