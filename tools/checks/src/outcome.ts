import { readFileSync } from 'node:fs';
import { array, number, object, string } from 'yup';

/** Counts of one step. */
export interface Outcome {
  passed: number;
  failed: number;
  /** Shown if a check failed. */
  output: string;
  /** Lines that are also shown if no check failed: a part that was not tested, or an unstable test. */
  notes?: readonly string[];
}

/** Returns the outcome of a single check. */
export function single(ok: boolean, output: string): Outcome {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, output };
}

/** Returns the outcome of several checks, with the output of those that failed. */
export function total(...outcomes: readonly Outcome[]): Outcome {
  const notes = outcomes.flatMap((outcome) => outcome.notes ?? []);
  return {
    ...(notes.length > 0 && { notes }),
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
    output: outcomes
      .filter(({ failed }) => failed > 0)
      .map(({ output }) => output)
      .join('\n'),
  };
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

const browsersReport = object({
  passed: count(),
  failed: count(),
  skipped: array(string().required()).required(),
});

/** Counts a runner that exits with an error and no failed test, or that runs no test, as one failure. */
function counted(ok: boolean, passed: number, failed: number, output: string): Outcome {
  const broken = failed === 0 && (!ok || passed === 0);
  return { passed, failed: broken ? 1 : failed, output };
}

/**
 * Returns the outcome of a Jest run from its `--json` report.
 * @param mayBeEmpty Whether a run without tests is no failure.
 */
export function jestOutcome(ok: boolean, reportFile: string, output: string, mayBeEmpty = false): Outcome {
  const report = jestReport.validateSync(readReport(reportFile));
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  if (mayBeEmpty && ok && failed === 0) return { passed: report.numPassedTests, failed, output };
  return counted(ok, report.numPassedTests, failed, output);
}

/**
 * Returns the outcome of a Playwright run from its JSON report. A journey that failed and then passed counts as passed. Its
 * first failure is a note, because the journey or the product has a race that needs a correction.
 */
export function playwrightOutcome(ok: boolean, reportFile: string, output: string): Outcome {
  const { expected, unexpected, flaky } = playwrightReport.validateSync(readReport(reportFile)).stats;
  const outcome = counted(ok, expected + flaky, unexpected, output);
  if (flaky === 0 || outcome.failed > 0) return outcome;
  return {
    ...outcome,
    notes: [`Unstable: ${flaky} of the journeys failed once. Correct them.\n${output.trimEnd()}`],
  };
}

/** Returns the outcome of the checks in several browsers from their report. A browser that is not installed counts as skipped. */
export function browsersOutcome(ok: boolean, reportFile: string, output: string): Outcome {
  const { passed, failed, skipped } = browsersReport.validateSync(readReport(reportFile));
  const notes = skipped.map((browser) => `Not tested: ${browser}`);
  return { ...counted(ok, passed, failed, output), notes };
}

const NO_REPORT = {
  passed: 0,
  failed: 0,
  skipped: [],
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
