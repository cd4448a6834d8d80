import { TestEnvironment } from 'jest-environment-jsdom';

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
    // Events of a pointer carry its place, as those of a mouse do.
    this.global.PointerEvent ??= class PointerEvent extends this.global.MouseEvent {};
    // jsdom has no screen whose size or colours could be asked for.
    const nobodyListens = () => {};
    const matchMedia = (media) => ({
      media,
      matches: false,
      addEventListener: nobodyListens,
      removeEventListener: nobodyListens,
      addListener: nobodyListens,
      removeListener: nobodyListens,
    });
    Object.assign(this.global, { matchMedia });
    // jsdom lays nothing out, so nothing ever has another size.
    this.global.ResizeObserver ??= class ResizeObserver {
      observe() {}
      unobserve() {}
      disconnect() {}
    };
    // And there is nowhere to scroll.
    this.global.scrollTo = () => {};
    this.global.Element.prototype.scrollIntoView = () => {};
  }
}
