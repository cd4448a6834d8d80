import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type * as TestingLibrary from '@testing-library/dom';

/** A text, or a pattern in it. */
type Match = string | RegExp;

/** Elements of a page, as a user or a screen reader finds them. */
export interface Place {
  role?: string;
  /** Accessible name of an element with a role. */
  name?: Match;
  /** Level of a heading. */
  level?: number;
  /** Label of a field without a role, such as a password or a file. */
  label?: Match;
  text?: Match;
  /** Only elements that contain this text. */
  has?: string;
  within?: Place;
  /** Only the first of several elements. */
  isFirst?: true;
}

declare global {
  interface Window {
    TestingLibraryDom: typeof TestingLibrary;
    /** Whether the last watched click arrived at another element. */
    clickMissed?: boolean;
  }
}

/** Runs in the page. Returns the visible elements of a place, or all of them. */
function elementsOf(place: Place, withHidden = false): HTMLElement[] {
  const { queryAllByLabelText, queryAllByRole, queryAllByText } = window.TestingLibraryDom;
  const { role, name, level, label, text, has, within, isFirst } = place;
  // The payment form is in a shadow root.
  const shadowsOf = (area: HTMLElement) =>
    [...area.querySelectorAll('*')].flatMap(({ shadowRoot }) => Array.from(shadowRoot?.children ?? []));
  const areas = within ? elementsOf(within) : [document.body];
  const places = areas.concat(areas.flatMap(shadowsOf).filter((child) => child instanceof HTMLElement));
  const options = { ...(name !== undefined && { name }), ...(level !== undefined && { level }) };
  const found = places.flatMap((area) => {
    if (role !== undefined) return queryAllByRole(area, role, options);
    if (label !== undefined) return queryAllByLabelText(area, label);
    return queryAllByText(area, text ?? '');
  });
  const chosen = found.filter(
    (element) =>
      (withHidden || element.checkVisibility({ visibilityProperty: true })) &&
      (has === undefined || element.textContent.includes(has)),
  );
  return isFirst ? chosen.slice(0, 1) : chosen;
}

/** Runs in the page. Returns the place where a click on the only element of a place arrives, or why no click arrives there. */
function clickTarget(place: Place): { at: string } | { problem: string } {
  const [element, ...others] = elementsOf(place);
  if (!element || others.length > 0) return { problem: `${element ? others.length + 1 : 0} elements` };
  if (element.matches(':disabled, [aria-disabled="true"]')) return { problem: 'the element is disabled' };
  const box = element.getBoundingClientRect();
  const isOutside = box.top < 0 || box.bottom > window.innerHeight;
  if (isOutside) element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const root = element.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot))
    return { problem: 'the element was removed' };
  const hit = root.elementFromPoint(left + width / 2, top + height / 2);
  const isReached = hit !== null && (element.contains(hit) || hit.contains(element));
  return isReached ? { at: [left, top, width, height].join() } : { problem: 'another element covers it' };
}

/**
 * Runs in the page. Records whether the next click arrives at a place: the layout can change while the browser simulates it, also
 * between pressing and releasing. A list opens when the button is pressed. Elements in a shadow root may get no click.
 */
function watchClick(place: Place): void {
  const [element] = elementsOf(place);
  const isList = element?.getAttribute('role') === 'combobox';
  window.clickMissed = !isList && element?.getRootNode() === document;
  const check = (event: Event) => {
    const [hit] = event.composedPath();
    if (hit instanceof Node && element) window.clickMissed = !hit.contains(element) && !element.contains(hit);
  };
  document.addEventListener(isList ? 'mousedown' : 'click', check, { capture: true, once: true });
}

/** Runs in the page. Returns the value of the focused field. */
function focusedValue(): string {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement ? focused.value : '';
}

const sourceOf = (value: unknown): string => {
  if (value instanceof RegExp) return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = Object.entries(value).map(([key, part]) => `${key}: ${sourceOf(part)}`);
  return `{${parts.join()}}`;
};

const inPage = (expression: string) =>
  `(() => { ${String(elementsOf)}; ${String(clickTarget)}; ${String(watchClick)}; return ${expression}; })()`;

/** Expressions for the page, after `LIBRARY`. */
export const countOf = (place: Place) => inPage(`elementsOf(${sourceOf(place)}).length`);
export const clickTargetOf = (place: Place) => inPage(`JSON.stringify(clickTarget(${sourceOf(place)}))`);
export const watchClickOf = (place: Place) => inPage(`watchClick(${sourceOf(place)})`);
export const CLICK_MISSED = 'window.clickMissed === true';
export const FOCUSED_VALUE = `(${String(focusedValue)})()`;
export const elementOf = (place: Place) => inPage(`elementsOf(${sourceOf(place)})[0]`);
/** File inputs are hidden behind a button. */
export const fileInputOf = (place: Place) =>
  inPage(`elementsOf(${sourceOf(place)}, true).find((element) => element.matches('[type="file"]'))`);

/** Script of the library that finds elements by role and name. */
const SCRIPT = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@testing-library/dom/package.json')),
  'dist/@testing-library/dom.umd.min.js',
);
/** Defines the library in the page and has the value true. */
export const LIBRARY = `(() => { ${readFileSync(SCRIPT, 'utf8')}\nreturn true; })()`;
export const HAS_LIBRARY = `'TestingLibraryDom' in window`;

/** Describes a place for error messages. */
export const describePlace = (place: Place): string => sourceOf(place);
