/** What became of a part of a module that was asked for; `fallback` is another release in the place of the wanted one. */
export const LOAD_OUTCOMES = ['loaded', 'retried', 'fallback', 'unavailable'] as const;
export type LoadOutcome = (typeof LOAD_OUTCOMES)[number];

/** What threw while it was drawn: a module's page or widget, or what the shell draws itself. */
export const CRASHED_PARTS = ['page', 'widget', 'shell'] as const;
export type CrashedPart = (typeof CRASHED_PARTS)[number];

/** The most events of one kind in one report. */
export const REPORTED_EVENTS_MOST = 20;
/** The most times that one event is counted in one report. */
export const REPORTED_COUNT_MOST = 10_000;
/** A load that took longer counts as this long, in ms. */
export const REPORTED_MS_MOST = 600_000;

/** A name of the code, such as `job-detail.read` or the name of an endpoint. */
export const OPERATION_NAME = /^[A-Za-z][A-Za-z0-9-]{0,39}(\.[A-Za-z][A-Za-z0-9-]{0,39})?$/;
/** The class of an error: `TypeError`. */
export const ERROR_NAME = /^[A-Za-z]\w{0,59}$/;
/** What an error says: one line of plain signs, of at most 200. */
export const ERROR_MESSAGE = /^[ -~]{0,200}$/;
/** Where in a release's files something was thrown: `assets/page.js:1:4711`. */
export const SCRIPT_PLACE = /^[\w.-]{1,80}(\/[\w.-]{1,80}){0,4}:\d{1,7}:\d{1,7}$/;
/** The id of a request, as answers carry it. */
export const REQUEST_ID = /^[\w-]{8,64}$/;
