import type { ReportedPage } from '@dps/contract';

/** Time that a module must be shown without a failure, in ms. A page that hangs never gets there. */
const SETTLE_MS = 5_000;

/**
 * Reports to the watch whether this page can use its modules that have a canary. The state is `started` before the code of a
 * module runs, `fine` when it is shown without a failure, and `failed` for a failure after that. A page that hangs reports
 * nothing after `started`. A failure counts for the assigned release, whichever release ran.
 */
export class PageStates {
  /** The versions of this page, by module, for modules with a canary. */
  readonly assigned: ReadonlyMap<string, string>;
  readonly #states = new Map<string, ReportedPage['state'] | 'shown'>();
  readonly #report: (page: ReportedPage) => void;

  /** `report` receives each state, at most once. */
  constructor(assigned: ReadonlyMap<string, string>, report: (page: ReportedPage) => void) {
    this.assigned = assigned;
    this.#report = report;
  }

  /** Records that a part of a module is about to load. */
  started(module: string): void {
    if (!this.#states.has(module)) this.#enter(module, 'started');
  }

  /** Records that a part of a module is on the screen. */
  shown(module: string): void {
    if (this.#states.get(module) !== 'started') return;
    this.#states.set(module, 'shown');
    setTimeout(() => this.#settle(module), SETTLE_MS);
  }

  /** Records a failure of a module. */
  failed(module: string): void {
    if (this.#states.get(module) === 'fine') this.#enter(module, 'failed');
    this.#states.set(module, 'failed');
  }

  /** Records that the user leaves the page: what is shown counts as fine. */
  left(): void {
    for (const module of this.#states.keys()) this.#settle(module);
  }

  #settle(module: string): void {
    if (this.#states.get(module) === 'shown') this.#enter(module, 'fine');
  }

  #enter(module: string, state: ReportedPage['state']): void {
    this.#states.set(module, state);
    const version = this.assigned.get(module);
    if (version !== undefined) this.#report({ module, version, state });
  }
}
