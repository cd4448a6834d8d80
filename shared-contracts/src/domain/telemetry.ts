/** Outcome of loading a part of a module; `fallback` shows another release instead of the requested one. */
export const LOAD_OUTCOMES = ['loaded', 'retried', 'fallback', 'unavailable'] as const;
export type LoadOutcome = (typeof LOAD_OUTCOMES)[number];

/** Origin of a render error: a module's page or widget, or a part of the shell. */
export const CRASHED_PARTS = ['page', 'widget', 'shell'] as const;
export type CrashedPart = (typeof CRASHED_PARTS)[number];

/** States of a module in a page, see the shell's `PageStates`. */
export const PAGE_STATES = ['started', 'fine', 'failed'] as const;

/** Maximum number of events of one kind in a report. */
export const REPORTED_EVENTS_MOST = 20;
/** Maximum count of one event in a report. */
export const REPORTED_COUNT_MOST = 10_000;
/** Maximum reported load time, in ms. */
export const REPORTED_MS_MOST = 600_000;

/** A name in the code, such as `job-detail.read` or an endpoint. */
export const OPERATION_NAME = /^[A-Za-z][A-Za-z0-9-]{0,39}(\.[A-Za-z][A-Za-z0-9-]{0,39})?$/;
/** The class of an error: `TypeError`. The API logs only known classes. */
export const ERROR_NAME = /^[A-Za-z]\w{0,59}$/;

/**
 * Returns the part of an error message that is on the list of messages of engines and of React, which contain only code. Returns
 * an empty string for any other message: it may quote a user's input, as those of `JSON.parse` do.
 */
export function reportedMessage(message: string): string {
  for (const known of MESSAGES_ABOUT_CODE) {
    const [text] = known.exec(message) ?? [];
    if (text !== undefined) return text;
  }
  return '';
}

const MESSAGES_ABOUT_CODE = [
  /^Cannot (?:read|set) properties of (?:undefined|null) \((?:reading|setting) '[\w$]{1,80}'\)/,
  /^(?:\(intermediate value\)|[\w$.()[\]]){1,80} is (?:not (?:a function|a constructor|defined|iterable)|null|undefined)/,
  /^can't access property "[\w$]{1,80}", [\w$.]{1,80} is (?:null|undefined)/,
  /^(?:null|undefined) is not an object \(evaluating '[\w$.]{1,80}'\)/,
  /^Failed to execute '\w{1,80}' on '\w{1,80}'/,
  /^Minified React error #\d{1,4}/,
  /^Loading chunk [\w-]{1,80} failed/,
  /^Maximum call stack size exceeded/,
];

/** Position of an error in a release's files: `assets/page.js:1:4711`. */
export const SCRIPT_PLACE = /^[\w.-]{1,80}(\/[\w.-]{1,80}){0,4}:\d{1,7}:\d{1,7}$/;
/** Request id of a response. */
export const REQUEST_ID = /^[\w-]{8,64}$/;
