import { ERROR_NAME, SCRIPT_PLACE } from '@dps/shared-contracts';
import type { CrashFacts, ScriptErrorFacts } from './telemetry.ts';

/** A release and a place in its files, in a stack frame: `…/modules/jobs/1.2.0/assets/page.js:1:4711`. */
const FRAME =
  /(https?:\/\/[^/\s]+)\/(?:modules\/([a-z][a-z0-9-]+)|(shell))\/([^/\s]+)\/([\w./-]+)(?:\?[^\s:]*)?(:\d+:\d+)/g;

/**
 * Messages of engines and of React that contain only code. Other messages, such as those of `JSON.parse`, may quote a user's
 * input and are not reported.
 */
const ABOUT_CODE = [
  /^Cannot (?:read|set) properties of (?:undefined|null) \((?:reading|setting) '[\w$]{1,80}'\)/,
  /^(?:\(intermediate value\)|[\w$.()[\]]){1,80} is (?:not (?:a function|a constructor|defined|iterable)|null|undefined)/,
  /^can't access property "[\w$]{1,80}", [\w$.]{1,80} is (?:null|undefined)/,
  /^(?:null|undefined) is not an object \(evaluating '[\w$.]{1,80}'\)/,
  /^Failed to execute '\w{1,80}' on '\w{1,80}'/,
  /^Minified React error #\d{1,4}/,
  /^Loading chunk [\w-]{1,80} failed/,
  /^Maximum call stack size exceeded/,
];

interface Frame {
  module: string;
  version: string;
  place: string;
}

/** Returns the first stack frame in a file of the product; null for an error of other code, such as a browser extension. */
function ownFrame({ stack = '' }: Error): Frame | null {
  for (const [, origin, module, shell, version = '', file = '', position = ''] of stack.matchAll(FRAME)) {
    const name = module ?? shell;
    if (origin === location.origin && name !== undefined)
      return { module: name, version, place: file + position };
  }
  return null;
}

function messageOf({ message }: Error): string {
  for (const known of ABOUT_CODE) {
    const [text] = known.exec(message) ?? [];
    if (text !== undefined) return text;
  }
  return '';
}

/** Returns the reported facts of a thrown value: its class, its message if that contains only code, and its place. */
export function errorFacts(thrown: unknown): Pick<CrashFacts, 'errorName' | 'message' | 'place'> {
  if (!(thrown instanceof Error)) return { errorName: 'Thrown', message: '' };
  const place = ownFrame(thrown)?.place;
  return {
    errorName: ERROR_NAME.test(thrown.name) ? thrown.name : 'Error',
    message: messageOf(thrown),
    ...(place !== undefined && SCRIPT_PLACE.test(place) && { place }),
  };
}

/** Returns the reported facts of an uncaught error; null if no release of the product is in its stack. */
export function scriptErrorFacts(thrown: unknown): ScriptErrorFacts | null {
  const frame = thrown instanceof Error ? ownFrame(thrown) : null;
  return frame && { module: frame.module, version: frame.version, ...errorFacts(thrown) };
}
