import {
  REPORTED_EVENTS_MOST,
  type ReportedCrash,
  type ReportedFailure,
  type ReportedLoad,
  type ReportedPage,
  type ReportedScriptError,
  type TelemetryBody,
} from '@dps/contract';
import { EventCounter } from './event-counter.ts';
import { PageStates } from './page-states.ts';

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
