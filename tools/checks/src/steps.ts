import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { EACH_PACKAGE, type Concern, type Package } from './affected.ts';
import { findOrInstallBrowser } from './browser.ts';
import { run } from './command.ts';
import { checkDependencies } from './dependencies.ts';
import { checkDocuments } from './documents/check-documents.ts';
import { browsersOutcome, jestOutcome, playwrightOutcome, single, total, type Outcome } from './outcome.ts';
import type { Task } from './schedule.ts';
import { checkSecurityTable } from './security.ts';
import { checkShortFiles } from './short-files.ts';
import { checkTraceability } from './traceability.ts';

export interface Step extends Task, Concern {
  /** Description of the step, for `--help`. */
  about: string;
  /** @param packages The packages to check, if not all. */
  run: (notify: (message: string) => void, packages?: readonly Package[]) => Promise<Outcome>;
}

/** CI decides whether a change lands, so it replays no result from a cache. */
const FRESH = process.env['CI'] ? ['--skip-nx-cache'] : [];

async function check(command: string, ...parameters: string[]): Promise<Outcome> {
  const { ok, output } = await run(command, parameters);
  return single(ok, output);
}

/** Runs scripts of the API's package in sequence; each counts as one check. */
async function apiScripts(...names: string[]): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (const name of names) outcomes.push(await check('npm', 'run', name, '-w', '@dps/api'));
  return total(...outcomes);
}

/** The programs of the measurements. `bench/main.ts` runs one part, and writes its results. */
const MEASUREMENTS = [
  ...[
    'abuse',
    'api',
    'capacity',
    'edits',
    'faults',
    'federation',
    'growth',
    'lists',
    'sign-ins',
    'sizes',
    'steady',
    'streams',
    'uploads',
  ].map((name) => [`bench/${name}.ts`]),
  ['bench/main.ts', 'gateway'],
];

/** More programs at a time overload the processors, and an overloaded API refuses requests. */
const MEASUREMENTS_AT_A_TIME = 2;

/** Runs every measurement with the least data, two at a time: their figures are not used. */
async function smallestMeasurements(notify: (message: string) => void): Promise<Outcome> {
  const environment = { CHROMIUM_PATH: await findOrInstallBrowser(notify) };
  const waiting = [...MEASUREMENTS];
  const results: Awaited<ReturnType<typeof run>>[] = [];
  const runWaiting = async () => {
    for (let program = waiting.shift(); program; program = waiting.shift()) {
      results.push(await run('node', [...program, '--smallest'], environment));
    }
  };
  await Promise.all(Array.from({ length: MEASUREMENTS_AT_A_TIME }, runWaiting));
  const failures = results.filter(({ ok }) => !ok);
  return {
    passed: results.length - failures.length,
    failed: failures.length,
    output: failures.map(({ output }) => output).join('\n'),
  };
}

async function withReport(work: (file: string) => Promise<Outcome>): Promise<Outcome> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dps-report-'));
  try {
    return await work(path.join(folder, 'report.json'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs Jest projects. Jest's default leaves one processor idle, which halves the speed on two. */
const jest =
  (...projects: string[]): Step['run'] =>
  (_notify, packages) =>
    withReport(async (file) => {
      const report = ['--json', `--outputFile=${file}`, '--ci'];
      const folders = packages?.map(({ folder }) => `./${folder}/.+`);
      const parameters = ['--selectProjects', ...projects, ...report, '--maxWorkers=100%'];
      if (folders) parameters.push('--passWithNoTests', '--', ...folders);
      const { ok, output } = await run('jest', parameters, {
        NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
      });
      return jestOutcome(ok, file, output, folders !== undefined);
    });

const journeys: Step['run'] = async (notify) => {
  const browser = await findOrInstallBrowser(notify);
  return withReport(async (file) => {
    const { ok, output } = await run('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
      CHROMIUM_PATH: browser,
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    });
    return playwrightOutcome(ok, file, output);
  });
};

const browsers: Step['run'] = async (notify) => {
  await findOrInstallBrowser(notify);
  return withReport(async (file) => {
    const { ok, output } = await run('node', ['e2e/browsers/main.ts', '--short', `--report=${file}`]);
    return browsersOutcome(ok, file, output);
  });
};

/**
 * The steps of the test command. They start in this order, and side by side if their conditions allow it. A step that uses all
 * processors has time limits, so it runs alone.
 */
export const STEPS: readonly Step[] = [
  { name: 'format', about: 'every file is formatted', run: () => check('oxfmt', '--check', '.') },
  {
    name: 'lint',
    about: 'types and type-aware lint, no warnings',
    // Both need the types of all files. A separate run of the compiler for each package takes three times as long.
    run: () => check('oxlint', '--type-aware', '--type-check', '--deny-warnings', '.'),
  },
  {
    name: 'boundaries',
    about: 'imports run one way between packages, and few files are short',
    run: async () =>
      total(await check('depcruise', '--config', '.dependency-cruiser.mjs', '.'), checkShortFiles()),
  },
  {
    name: 'words',
    about: 'names and sentences use standard terms in plain English',
    run: () => check('node', 'tools/checks/src/words/main.ts'),
  },
  {
    name: 'documents',
    about: 'documents agree with the repository; statements and security requirements have tests',
    run: () => Promise.resolve(total(checkTraceability(), checkSecurityTable(), checkDocuments())),
  },
  {
    name: 'dependencies',
    about: 'locked packages have hashes, accepted licences and no unknown install script',
    run: () => Promise.resolve(checkDependencies()),
  },
  { name: 'dead-code', about: 'no unused file, export or dependency', run: () => check('knip') },
  {
    name: 'build',
    about: 'every package builds alone',
    of: EACH_PACKAGE,
    run: () => check('nx', 'run-many', '-t', 'build', ...FRESH),
  },
  {
    name: 'openapi',
    about: 'api/openapi.json matches the contract, and a public linter finds nothing in it',
    of: '@dps/api',
    after: ['build'],
    run: () => apiScripts('check-openapi', 'lint-openapi'),
  },
  {
    name: 'migrations',
    about: 'the migrations make the schema that the entities describe, and lock no table',
    of: '@dps/api',
    after: ['build'],
    run: () => apiScripts('drift', 'lint-migrations'),
  },
  {
    name: 'unit',
    about: 'rules and components, without processes, databases and bundlers',
    of: EACH_PACKAGE,
    allProcessors: true,
    run: jest('unit', 'dom'),
  },
  {
    name: 'tools',
    about: 'gateway and tools: servers, processes, builds, folders and buckets',
    of: EACH_PACKAGE,
    after: ['build'],
    allProcessors: true,
    run: jest('tools'),
  },
  {
    name: 'api',
    about: 'the API over HTTP on a real PostgreSQL',
    of: '@dps/api',
    allProcessors: true,
    run: jest('api'),
  },
  {
    name: 'processes',
    about: 'real API processes: races, shutdown, crashes, memory',
    of: '@dps/api',
    after: ['build'],
    allProcessors: true,
    run: jest('processes'),
  },
  {
    name: 'bench',
    about: 'every measurement runs, with the least data',
    of: '@dps/bench',
    after: ['build'],
    allProcessors: true,
    run: smallestMeasurements,
  },
  {
    name: 'journeys',
    about: 'user journeys in a browser, through the composed shell',
    of: '@dps/e2e',
    after: ['build'],
    allProcessors: true,
    run: journeys,
  },
  {
    name: 'browsers',
    about: 'sign-in, all pages and the payment dialog in each installed engine',
    of: '@dps/e2e',
    after: ['build'],
    allProcessors: true,
    run: browsers,
  },
];
