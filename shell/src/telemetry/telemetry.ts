import {
  REPORTED_EVENTS_MOST,
  type ReportedCrash,
  type ReportedFailure,
  type ReportedLoad,
  type ReportedScriptError,
  type TelemetryBody,
} from '@dps/shared-contracts';
import { Tally } from './tally.ts';

/** How long the first event of a report waits for others, in ms. */
const COLLECT_MS = 5_000;
/** The most events in the life of a page: what goes wrong more often has been told by then. */
const MOST_IN_PAGE = 100;

export type FailureFacts = Omit<ReportedFailure, 'count'>;
export type LoadFacts = Omit<ReportedLoad, 'count'>;
export type ScriptErrorFacts = Omit<ReportedScriptError, 'count'>;
export type CrashFacts = Omit<ReportedCrash, 'count'>;

interface TelemetryEffects {
  /** Sends a report and lets it be lost where it cannot be sent. */
  send: (report: TelemetryBody) => void;
  /** Whether the browser has a network: without one everything fails, which is nobody's news. */
  isOnline: () => boolean;
}

/** Collects what goes wrong in this page and reports it some events at a time; the same event again is only counted. */
export class Telemetry {
  readonly #effects: TelemetryEffects;
  readonly #failures = new Tally<FailureFacts>();
  readonly #loads = new Tally<LoadFacts>();
  readonly #scriptErrors = new Tally<ScriptErrorFacts>();
  readonly #crashes = new Tally<CrashFacts>();
  #left = MOST_IN_PAGE;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(effects: TelemetryEffects) {
    this.#effects = effects;
  }

  /** Something was set out to be done and could not. */
  failed(facts: FailureFacts): void {
    this.#take(this.#failures, facts);
  }

  /** A part of a module was asked for and came, or did not. */
  loaded(facts: LoadFacts): void {
    this.#take(this.#loads, facts);
  }

  /** A script threw and nobody caught it. */
  threw(facts: ScriptErrorFacts): void {
    this.#take(this.#scriptErrors, facts);
  }

  /** A part of the screen threw while it was drawn. */
  crashed(facts: CrashFacts): void {
    this.#take(this.#crashes, facts);
  }

  /** Sends what was collected, now. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const [failures, loads, scriptErrors, crashes] = [
      this.#failures.drain(),
      this.#loads.drain(),
      this.#scriptErrors.drain(),
      this.#crashes.drain(),
    ];
    const isEmpty = [failures, loads, scriptErrors, crashes].every((list) => list.length === 0);
    if (!isEmpty && this.#effects.isOnline()) {
      this.#effects.send({ failures, loads, scriptErrors, crashes });
    }
  }

  #take<Facts extends object>(tally: Tally<Facts>, facts: Facts): void {
    if (!this.#effects.isOnline()) return;
    if (tally.add(facts, this.#left > 0)) this.#left -= 1;
    if (tally.size >= REPORTED_EVENTS_MOST) this.flush();
    else if (tally.size > 0) this.#timer ??= setTimeout(() => this.flush(), COLLECT_MS);
  }
}
