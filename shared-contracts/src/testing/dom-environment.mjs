import { installSelectorFilter } from './selector-filter.mjs';

installSelectorFilter();
const { TestEnvironment } = await import('jest-environment-jsdom');

/** Adds the web APIs of Node that jsdom lacks, and replaces those that need a screen. */
export function addWebApis(window) {
  const names = [
    'TextEncoder',
    'TextDecoder',
    'fetch',
    'Request',
    'Response',
    'Headers',
    'ReadableStream',
    'TransformStream',
    'WritableStream',
    'structuredClone',
  ];
  for (const name of names) window[name] ??= globalThis[name];
  // A pointer event has coordinates, as a mouse event does.
  window.PointerEvent ??= class PointerEvent extends window.MouseEvent {};
  // jsdom has no screen for media queries.
  const ignore = () => {};
  const matchMedia = (media) => ({
    media,
    matches: false,
    addEventListener: ignore,
    removeEventListener: ignore,
    addListener: ignore,
    removeListener: ignore,
  });
  Object.assign(window, { matchMedia });
  // jsdom has no layout, so sizes never change.
  window.ResizeObserver ??= class ResizeObserver {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  // jsdom cannot scroll.
  window.scrollTo = () => {};
  window.Element.prototype.scrollIntoView = () => {};
}

export default class DomEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    addWebApis(this.global);
  }
}
