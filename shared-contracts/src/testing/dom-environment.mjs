import { installSelectorFilter } from './selector-filter.mjs';

installSelectorFilter();
const { TestEnvironment } = await import('jest-environment-jsdom');

/** jsdom with the web APIs of Node that jsdom lacks. */
export default class DomEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
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
    for (const name of names) this.global[name] ??= globalThis[name];
    // A pointer event has coordinates, as a mouse event does.
    this.global.PointerEvent ??= class PointerEvent extends this.global.MouseEvent {};
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
    Object.assign(this.global, { matchMedia });
    // jsdom has no layout: sizes never change, and nothing comes near the window.
    class Observer {
      observe() {}
      unobserve() {}
      disconnect() {}
    }
    this.global.ResizeObserver ??= Observer;
    this.global.IntersectionObserver ??= Observer;
    // jsdom cannot scroll.
    this.global.scrollTo = () => {};
    this.global.Element.prototype.scrollIntoView = () => {};
  }
}
