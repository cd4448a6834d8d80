type Handler<Event> = (event: Event) => void;

/** Keeps and calls the handlers of an object's events. */
export class Emitter<Events extends object> {
  readonly #handlers: { [Name in keyof Events]?: Set<Handler<Events[Name]>> } = {};

  on<Name extends keyof Events>(name: Name, handler: Handler<Events[Name]>): void {
    (this.#handlers[name] ??= new Set()).add(handler);
  }

  /** Takes a handler away; without one, all that listen to the event. */
  off<Name extends keyof Events>(name: Name, handler?: Handler<Events[Name]>): void {
    if (handler) this.#handlers[name]?.delete(handler);
    else this.#handlers[name]?.clear();
  }

  once<Name extends keyof Events>(name: Name, handler: Handler<Events[Name]>): void {
    const first = (event: Events[Name]) => {
      this.off(name, first);
      handler(event);
    };
    this.on(name, first);
  }

  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    // A copy, so that a handler that is added meanwhile waits for the next event.
    const handlers = new Set(this.#handlers[name]);
    for (const handler of handlers) handler(event);
  }
}
