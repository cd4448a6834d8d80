import { readFileSync } from 'node:fs';
import { object, number } from 'yup';

/** What one step counted. */
export interface Outcome {
  passed: number;
  failed: number;
  /** Shown when something failed. */
  output: string;
}

/** A check that either holds or does not. */
export function single(ok: boolean, output: string): Outcome {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, output };
}

const count = () => number().integer().min(0).required();
const jestReport = object({
  numPassedTests: count(),
  numFailedTests: count(),
  numRuntimeErrorTestSuites: count(),
});
const playwrightReport = object({
  stats: object({ expected: count(), unexpected: count(), flaky: count() }).required(),
});

/**
 * Reads the counts out of a runner's JSON report. A runner that failed without a failed test, or ran none, counts as one
 * failure: an empty run proves nothing.
 */
function counted(ok: boolean, passed: number, failed: number, output: string): Outcome {
  const broken = failed === 0 && (!ok || passed === 0);
  return { passed, failed: broken ? 1 : failed, output };
}

/** The outcome of a Jest run from its `--json` report. */
export function jestOutcome(ok: boolean, reportFile: string, output: string): Outcome {
  const report = jestReport.validateSync(readReport(reportFile));
  return counted(ok, report.numPassedTests, report.numFailedTests + report.numRuntimeErrorTestSuites, output);
}

/** The outcome of a Playwright run from its JSON report; a flaky test is a failed one. */
export function playwrightOutcome(ok: boolean, reportFile: string, output: string): Outcome {
  const { stats } = playwrightReport.validateSync(readReport(reportFile));
  return counted(ok, stats.expected, stats.unexpected + stats.flaky, output);
}

const NO_REPORT = {
  numPassedTests: 0,
  numFailedTests: 0,
  numRuntimeErrorTestSuites: 0,
  stats: { expected: 0, unexpected: 0, flaky: 0 },
};

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return NO_REPORT;
  }
}
