import { ERROR_NAME, SCRIPT_PLACE } from '@dps/shared-contracts';
import type { CrashFacts, ScriptErrorFacts } from './telemetry.ts';

/** A release and a place in its files, as frames of a stack name them: `…/modules/jobs/1.2.0/assets/page.js:1:4711`. */
const FRAME =
  /(https?:\/\/[^/\s]+)\/(?:modules\/([a-z][a-z0-9-]+)|(shell))\/([^/\s]+)\/([\w./-]+)(?:\?[^\s:]*)?(:\d+:\d+)/g;

/**
 * What engines and React say about code alone. Any other message may quote what somebody typed, as those of `JSON.parse`
 * and of selectors do, and is not told.
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

/** The first frame that is in a file of ours; null for what others threw, such as a browser's extension. */
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

/** Of something that was thrown: its class, its message where that is about code, and its place in a file of ours. */
export function thrownFacts(thrown: unknown): Pick<CrashFacts, 'errorName' | 'message' | 'place'> {
  if (!(thrown instanceof Error)) return { errorName: 'Thrown', message: '' };
  const place = ownFrame(thrown)?.place;
  return {
    errorName: ERROR_NAME.test(thrown.name) ? thrown.name : 'Error',
    message: messageOf(thrown),
    ...(place !== undefined && SCRIPT_PLACE.test(place) && { place }),
  };
}

/** What the team hears of something that nobody caught; null where no release of ours has a hand in it. */
export function scriptError(thrown: unknown): ScriptErrorFacts | null {
  const frame = thrown instanceof Error ? ownFrame(thrown) : null;
  return frame && { module: frame.module, version: frame.version, ...thrownFacts(thrown) };
}
