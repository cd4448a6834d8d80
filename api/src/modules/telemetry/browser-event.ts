import type {
  ReportedCrash,
  ReportedFailure,
  ReportedLoad,
  ReportedScriptError,
  TelemetryBody,
} from '@dps/shared-contracts';

/** One event of a report. */
export type BrowserEvent =
  | { kind: 'failure'; facts: ReportedFailure }
  | { kind: 'load'; facts: ReportedLoad }
  | { kind: 'script-error'; facts: ReportedScriptError }
  | { kind: 'crash'; facts: ReportedCrash };

/** The events of a report, in one list. */
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
  return status === 0 ? 'unanswered' : `${Math.floor(status / 100)}xx`;
}

/** What became of it, in one word of a few: the label by which events of one kind are counted apart. */
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

/** Whether somebody was served worse than they should have been. */
export function isTrouble({ kind, facts }: BrowserEvent): boolean {
  return kind !== 'load' || facts.outcome !== 'loaded';
}

/** The line of an event in the log. The id of a request that failed stands apart from that of the report itself. */
export function logFields({ kind, facts }: BrowserEvent): object {
  if (kind !== 'failure') return { kind, ...facts };
  const { requestId, ...rest } = facts;
  return { kind, ...rest, ...(requestId !== undefined && { failedRequestId: requestId }) };
}
