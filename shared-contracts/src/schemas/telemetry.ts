import { array, number, object, string, type InferType } from './yup.ts';
import {
  CRASHED_PARTS,
  ERROR_NAME,
  LOAD_OUTCOMES,
  OPERATION_NAME,
  PAGE_STATES,
  REPORTED_COUNT_MOST,
  REPORTED_EVENTS_MOST,
  REPORTED_MS_MOST,
  reportedMessage,
  REQUEST_ID,
  SCRIPT_PLACE,
} from '../domain/telemetry.ts';
import { ERROR_CODES } from '../error-codes.ts';
import { MODULE_NAME } from '../module-manifest.ts';

const version = () => string().matches(/^[0-9A-Za-z][0-9A-Za-z.+-]{0,39}$/);

/** The module, or `shell`, and the count since the last report. */
const release = {
  module: string().matches(MODULE_NAME).required(),
  version: version().required(),
  count: number().integer().min(1).max(REPORTED_COUNT_MOST).required(),
};

const thrown = {
  errorName: string().matches(ERROR_NAME).required(),
  message: string()
    .test(
      'message',
      'Expected a listed message',
      (text) => text === undefined || reportedMessage(text) === text,
    )
    .defined(),
  place: string().matches(SCRIPT_PLACE).optional(),
};

/** A failed operation of a release, mostly an API call; without a status, the server did not respond with an error. */
const failure = object({
  ...release,
  operation: string().matches(OPERATION_NAME).required(),
  status: number().integer().min(0).max(599).optional(),
  code: string().oneOf(ERROR_CODES).optional(),
  requestId: string().matches(REQUEST_ID).optional(),
}).exact();

/** A loaded part of a module: `version` is the requested release, `shown` the one that was shown. */
const load = object({
  ...release,
  outcome: string().oneOf(LOAD_OUTCOMES).required(),
  ms: number().integer().min(0).max(REPORTED_MS_MOST).required(),
  shown: version().optional(),
}).exact();

/** An uncaught error in a script of the release. */
const scriptError = object({ ...release, ...thrown }).exact();

/** A part of the screen with a render error. */
const crash = object({ ...release, ...thrown, part: string().oneOf(CRASHED_PARTS).required() }).exact();

/** Whether the page can use a module with a canary: `version` is the assigned release. */
const page = object({
  module: release.module,
  version: release.version,
  state: string().oneOf(PAGE_STATES).required(),
}).exact();

/**
 * POST /api/telemetry: problems in a browser, one list for each kind, without personal data and user input. Strict: a text is
 * not cast to a number or a list.
 */
export const telemetryBody = object({
  failures: array(failure.required()).max(REPORTED_EVENTS_MOST).optional(),
  loads: array(load.required()).max(REPORTED_EVENTS_MOST).optional(),
  scriptErrors: array(scriptError.required()).max(REPORTED_EVENTS_MOST).optional(),
  crashes: array(crash.required()).max(REPORTED_EVENTS_MOST).optional(),
  /** Part of each report of a page that has a module with a canary. Loads and crashes of the report then do not count for a canary. */
  pages: array(page.required()).max(REPORTED_EVENTS_MOST).optional(),
})
  .exact()
  .strict()
  .required()
  .meta({ id: 'Telemetry' });
export type TelemetryBody = InferType<typeof telemetryBody>;
export type ReportedFailure = InferType<typeof failure>;
export type ReportedLoad = InferType<typeof load>;
export type ReportedScriptError = InferType<typeof scriptError>;
export type ReportedPage = InferType<typeof page>;
export type ReportedCrash = InferType<typeof crash>;

const pages = {
  /** Pages that loaded the release, at the first or the second attempt. */
  loaded: number().integer().min(0).required(),
  /** Pages that showed another release or none instead. */
  replaced: number().integer().min(0).required(),
  /** Pages in which a part of the release threw while it was rendered. */
  crashed: number().integer().min(0).required(),
  /** Pages that were about to run the release, of shells that report this. */
  started: number().integer().min(0).default(0),
  /** Those of them that showed it without a failure. */
  fine: number().integer().min(0).default(0),
  /** Those of them that failed later. */
  failed: number().integer().min(0).default(0),
};

/** The pages of one network; `network` is an IPv4 address or a /64 of IPv6. */
const networkPages = object({ network: string().required(), ...pages });

/** Pages of a release since the start of a process. `networks` has those with more than one page, the largest first. */
const releasePages = object({
  module: string().required(),
  version: string().required(),
  ...pages,
  networks: array(networkPages).required(),
});

/** GET /browser-pages on the metrics port: what the watch of a canary compares. */
export const browserPagesView = object({ releases: array(releasePages).required() }).required();
export type ReleasePages = InferType<typeof releasePages>;
export type NetworkPages = InferType<typeof networkPages>;
