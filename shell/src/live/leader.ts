/**
 * Elects one of the tabs with this name in the browser, by a lock that the browser releases when the tab closes. The leader
 * runs `work` until its signal aborts.
 */
export class Leader {
  readonly #name: string;
  readonly #work: (signal: AbortSignal) => Promise<void>;
  readonly #end = new AbortController();
  #term: AbortController | undefined;

  constructor(name: string, work: (signal: AbortSignal) => Promise<void>) {
    this.#name = name;
    this.#work = work;
    this.#request({ signal: this.#end.signal });
  }

  get isLeader(): boolean {
    return this.#term !== undefined;
  }

  /** Makes this tab the leader, because the current one does not respond: browsers suspend hidden tabs. */
  takeOver(): void {
    if (!this.isLeader && !this.#end.signal.aborted) this.#request({ steal: true });
  }

  stop(): void {
    this.#end.abort();
  }

  #request(options: LockOptions): void {
    const term = new AbortController();
    const lead = () => {
      this.#term = term;
      return this.#work(AbortSignal.any([term.signal, this.#end.signal]));
    };
    const lost = (reason?: unknown) => {
      term.abort();
      if (this.#term === term) this.#term = undefined;
      // Another tab has taken over. Other errors are final: while WebKit leaves a page, it rejects each request at once, and requests
      // without end would keep the next page from loading.
      const isStolen = reason instanceof DOMException && reason.name === 'AbortError';
      if (isStolen && !options.steal && !this.#end.signal.aborted) this.#request(options);
    };
    // Rejects also when a tab stops while it waits.
    navigator.locks.request(this.#name, options, lead).then(() => lost(), lost);
  }
}
