import { toast } from '@dps/ui/toast';
import { releaseTexts } from '../../texts/releases.ts';
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

/** Returns the overrides of this tab that the deployment still allows. */
export function readOverrides(allowed: readonly string[]): Override[] {
  return stored().flatMap((text) => parseOverride(text, allowed) ?? []);
}

/** Stores overrides. Returns false if the browser refuses, which a toast reports. */
function write(overrides: readonly Override[]): boolean {
  try {
    if (overrides.length === 0) sessionStorage.removeItem(OVERRIDES_KEY);
    else sessionStorage.setItem(OVERRIDES_KEY, JSON.stringify(overrides.map(formatOverride)));
    return true;
  } catch {
    toast(releaseTexts.notStored);
    return false;
  }
}

/** Adds overrides to this tab, from the next page load. Returns whether the browser has stored them. */
export function chooseOverrides(chosen: readonly Override[], allowed: readonly string[]): boolean {
  return write(joined(readOverrides(allowed), chosen));
}

/** Removes the override of a module from this tab, from the next page load. Returns whether the browser has stored this. */
export function stopOverride(module: string, allowed: readonly string[]): boolean {
  return write(readOverrides(allowed).filter((each) => each.module !== module));
}
