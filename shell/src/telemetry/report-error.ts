import { errorFacts, scriptErrorFacts } from './script-error.ts';
import { telemetry, type CrashFacts } from './telemetry.ts';

/** Reports that a part of the screen threw while it was rendered, in the same report as the fallback that follows. */
export function reportCrash(part: Pick<CrashFacts, 'module' | 'version' | 'part'>, error: unknown): void {
  telemetry()?.crashed({ ...part, ...errorFacts(error) });
}

/** Reports an uncaught error of a script, if a release of the product threw it. */
export function reportScriptError(reason: unknown): void {
  const facts = scriptErrorFacts(reason);
  if (facts) telemetry()?.threw(facts);
}
