import {
  REPORTED_EVENTS_MOST,
  REPORTED_COUNT_MOST,
  type ReportedCrash,
  type ReportedFailure,
  type ReportedLoad,
  type ReportedPage,
  type ReportedScriptError,
  type TelemetryBody,
} from '@dps/contract';

/** Events with the same key are occurrences of one event. Their time and request id may differ. */
function keyOf(facts: object): string {
  return JSON.stringify({ ...facts, ms: 0, requestId: 0 });
}

/** Counts the occurrences of events of one kind. */
class EventCounter<Facts extends object> {
  readonly #counted = new Map<string, Facts & { count: number }>();

  get size(): number {
    return this.#counted.size;
  }

  /**
   * Counts an event.
   *
   * @param mayGrow whether a new event may be added
   * @returns whether a new event was added
   */
  add(facts: Facts, mayGrow: boolean): boolean {
    const key = keyOf(facts);
    const known = this.#counted.get(key);
    if (known) known.count = Math.min(known.count + 1, REPORTED_COUNT_MOST);
    else if (mayGrow) this.#counted.set(key, { ...facts, count: 1 });
    return !known && mayGrow;
  }

  /** Returns all events and removes them. */
  drain(): (Facts & { count: number })[] {
    const events = [...this.#counted.values()];
    this.#counted.clear();
    return events;
  }
}

/** Time that a module must be shown without a failure, in ms. A page that hangs never gets there. */
const SETTLE_MS = 5_000;

/**
 * Reports to the watch whether this page can use its modules that have a canary. The state is `started` before the code of a
 * module runs, `fine` when it is shown without a failure, and `failed` for a failure after that. A page that hangs reports
 * nothing after `started`. A failure counts for the assigned release, whichever release ran.
 */
class PageStates {
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

/** Delay of a report after its first event, in ms. */
const COLLECT_MS = 5_000;
/** Delay of events that an unloading page causes, in ms. Browsers abort its calls and the loads of its scripts before `pagehide`. */
const UNLOAD_MS = 1_000;
/** The maximum number of events that one page load reports. */
const MOST_IN_PAGE = 100;

export type FailureFacts = Omit<ReportedFailure, 'count'>;
export type LoadFacts = Omit<ReportedLoad, 'count'>;
export type ScriptErrorFacts = Omit<ReportedScriptError, 'count'>;
export type CrashFacts = Omit<ReportedCrash, 'count'>;

interface TelemetryEffects {
  /** Sends a report. If that fails, the report is lost. */
  send: (report: TelemetryBody) => void;
  /** Whether the browser has a network: failures without one are not reported. */
  isOnline: () => boolean;
}

/** Collects failures, loads, script errors and crashes of this page and reports them in batches. Repeated events are counted. */
export class Telemetry {
  readonly #effects: TelemetryEffects;
  readonly #failures = new EventCounter<FailureFacts>();
  readonly #loads = new EventCounter<LoadFacts>();
  readonly #scriptErrors = new EventCounter<ScriptErrorFacts>();
  readonly #crashes = new EventCounter<CrashFacts>();
  #pages: ReportedPage[] = [];
  /** States of the modules with a canary. */
  readonly states: PageStates;
  #left = MOST_IN_PAGE;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `assigned` has the versions of this page, by module, for modules with a canary. */
  constructor(effects: TelemetryEffects, assigned: ReadonlyMap<string, string> = new Map()) {
    this.#effects = effects;
    this.states = new PageStates(assigned, (page) => {
      this.#pages.push(page);
      // A page that hangs sends nothing later.
      if (page.state === 'started') this.flush();
      else this.#timer ??= setTimeout(() => this.flush(), COLLECT_MS);
    });
  }

  /** Records a failed operation; a call without a response only if the page still exists 1 s later. */
  failed(facts: FailureFacts): void {
    this.#record(this.#failures, facts, facts.status === 0);
  }

  /** Records the outcome of a load. */
  loaded(facts: LoadFacts): void {
    if (facts.outcome === 'fallback' || facts.outcome === 'unavailable') this.states.failed(facts.module);
    this.#record(this.#loads, facts);
  }

  /** Records an uncaught error of a script. */
  threw(facts: ScriptErrorFacts): void {
    this.states.failed(facts.module);
    this.#record(this.#scriptErrors, facts);
  }

  /** Records that a part of the screen threw while it was rendered; an aborted load only if the page still exists 1 s later. */
  crashed(facts: CrashFacts): void {
    this.states.failed(facts.module);
    this.#record(this.#crashes, facts, /^(ChunkLoad|NotFound)Error$/.test(facts.errorName));
  }

  /** Sends the collected events at once. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const report = {
      failures: this.#failures.drain(),
      loads: this.#loads.drain(),
      scriptErrors: this.#scriptErrors.drain(),
      crashes: this.#crashes.drain(),
      ...(this.states.assigned.size > 0 && { pages: this.#pages.splice(0) }),
    };
    const hasEvents = Object.values(report).some((events) => events.length > 0);
    if (hasEvents && this.#effects.isOnline()) this.#effects.send(report);
  }

  #record<Facts extends object>(counter: EventCounter<Facts>, facts: Facts, mayBeUnload = false): void {
    if (!this.#effects.isOnline()) return;
    if (mayBeUnload) setTimeout(() => this.#record(counter, facts), UNLOAD_MS);
    else if (counter.add(facts, this.#left > 0)) this.#left -= 1;
    if (counter.size >= REPORTED_EVENTS_MOST) this.flush();
    else if (counter.size > 0) this.#timer ??= setTimeout(() => this.flush(), COLLECT_MS);
  }
}

let active: Telemetry | undefined;

/** Sets the telemetry of this document. Called once, before anything can fail. */
export function activateTelemetry(started: Telemetry): void {
  active = started;
}

/** Returns the telemetry of this document; undefined before its start. */
export function telemetry(): Telemetry | undefined {
  return active;
}
