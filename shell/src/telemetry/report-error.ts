import { telemetry, type CrashFacts } from './telemetry.ts';

// The first load does without the code that reads stack traces.
const load = () => import(/* webpackChunkName: "script-error" */ './script-error.ts');

/** Reports that a part of the screen threw while it was rendered. */
export function reportCrash(part: Pick<CrashFacts, 'module' | 'version' | 'part'>, error: unknown): void {
  load()
    .then(({ errorFacts }) => telemetry()?.crashed({ ...part, ...errorFacts(error) }))
    .catch(() => undefined);
}

/** Reports an uncaught error of a script, if a release of the product threw it. */
export function reportScriptError(reason: unknown): void {
  load()
    .then(({ scriptErrorFacts }) => {
      const facts = scriptErrorFacts(reason);
      if (facts) telemetry()?.threw(facts);
    })
    .catch(() => undefined);
}
