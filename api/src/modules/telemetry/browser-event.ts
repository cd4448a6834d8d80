import type {
  ReportedCrash,
  ReportedFailure,
  ReportedLoad,
  ReportedScriptError,
  TelemetryBody,
} from '@dps/contract';

export type BrowserEvent =
  | { kind: 'failure'; facts: ReportedFailure }
  | { kind: 'load'; facts: ReportedLoad }
  | { kind: 'script-error'; facts: ReportedScriptError }
  | { kind: 'crash'; facts: ReportedCrash };

/** Returns all events of a report in one list. */
export function eventsOf({
  failures = [],
  loads = [],
  scriptErrors = [],
  crashes = [],
}: TelemetryBody): BrowserEvent[] {
  return [
    ...failures.map((facts) => ({ kind: 'failure', facts }) as const),
    ...loads.map((facts) => ({ kind: 'load', facts }) as const),
    ...scriptErrors.map((facts) => ({ kind: 'script-error', facts }) as const),
    ...crashes.map((facts) => ({ kind: 'crash', facts }) as const),
  ];
}

function failureOutcome({ status }: ReportedFailure): string {
  if (status === undefined) return 'thrown';
  return status === 0 ? 'no-response' : `${Math.floor(status / 100)}xx`;
}

/**
 * Returns the outcome label of an event in the metrics. `thrown` keeps its name: dashboards and alerts of operators select by
 * it, and a failure that a module reports is no script error.
 */
export function outcomeOf({ kind, facts }: BrowserEvent): string {
  switch (kind) {
    case 'failure':
      return failureOutcome(facts);
    case 'load':
      return facts.outcome;
    case 'script-error':
      return 'thrown';
    case 'crash':
      return facts.part;
  }
}

/** True if the event is a failure or a degraded load. */
export function isProblem({ kind, facts }: BrowserEvent): boolean {
  return kind !== 'load' || facts.outcome !== 'loaded';
}

/** Classes of errors that the log names. Any client can send a report, so another class is logged as `Error`. */
const KNOWN_ERRORS: ReadonlySet<string> = new Set([
  'Error',
  'Thrown',
  'AbortError',
  'AggregateError',
  'ApiError',
  'ChunkLoadError',
  'DataCloneError',
  'EvalError',
  'HierarchyRequestError',
  'InvalidStateError',
  'ModuleUnavailable',
  'NetworkError',
  'NotAllowedError',
  'NotFoundError',
  'QuotaExceededError',
  'RangeError',
  'ReferenceError',
  'SecurityError',
  'SyntaxError',
  'TimeoutError',
  'TypeError',
  'URIError',
  'ValidationError',
]);

const knownClass = (name: string): string => (KNOWN_ERRORS.has(name) ? name : 'Error');

/**
 * Returns the log fields of an event. The id of the failed request is separate from that of the report, and every text is from a
 * closed list.
 */
export function logFields({ kind, facts }: BrowserEvent): object {
  if (kind === 'load') return { kind, ...facts };
  if (kind !== 'failure') return { kind, ...facts, errorName: knownClass(facts.errorName) };
  const { requestId, ...rest } = facts;
  return { kind, ...rest, ...(requestId !== undefined && { failedRequestId: requestId }) };
}
