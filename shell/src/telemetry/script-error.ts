import { ERROR_NAME, reportedMessage, SCRIPT_PLACE } from '@dps/contract';
import { telemetry, type CrashFacts, type ScriptErrorFacts } from './telemetry.ts';

/** A release and a place in its files, in a stack frame: `…/modules/jobs/1.2.0/assets/page.js:1:4711`. */
const FRAME =
  /(https?:\/\/[^/\s]+)\/(?:modules\/([a-z][a-z0-9-]+)|(shell))\/([^/\s]+)\/([\w./-]+)(?:\?[^\s:]*)?(:\d+:\d+)/g;

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

/** Returns the reported details of a thrown value: its class, its message if that contains only code, and its place. */
export function errorFacts(thrown: unknown): Pick<CrashFacts, 'errorName' | 'message' | 'place'> {
  if (!(thrown instanceof Error)) return { errorName: 'Thrown', message: '' };
  const place = ownFrame(thrown)?.place;
  return {
    errorName: ERROR_NAME.test(thrown.name) ? thrown.name : 'Error',
    message: reportedMessage(thrown.message),
    ...(place !== undefined && SCRIPT_PLACE.test(place) && { place }),
  };
}

/** Returns the reported details of an uncaught error; null if no release of the product is in its stack. */
export function scriptErrorFacts(thrown: unknown): ScriptErrorFacts | null {
  const frame = thrown instanceof Error ? ownFrame(thrown) : null;
  return frame && { module: frame.module, version: frame.version, ...errorFacts(thrown) };
}

/** Returns the module whose script threw a value; null for the shell and for code of no release. */
export function moduleOf(thrown: unknown): Pick<Frame, 'module' | 'version'> | null {
  const frame = thrown instanceof Error ? ownFrame(thrown) : null;
  return frame && frame.module !== 'shell' ? { module: frame.module, version: frame.version } : null;
}

/** Reports that a part of the screen threw while it was rendered, in the same report as the fallback that follows. */
export function reportCrash(part: Pick<CrashFacts, 'module' | 'version' | 'part'>, error: unknown): void {
  telemetry()?.crashed({ ...part, ...errorFacts(error) });
}

/** Reports an uncaught error of a script, if a release of the product threw it. */
export function reportScriptError(reason: unknown): void {
  const facts = scriptErrorFacts(reason);
  if (facts) telemetry()?.threw(facts);
}
