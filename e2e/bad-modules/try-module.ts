import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, type Browser, type Page } from '@playwright/test';
import { runCommand, type Gate } from '@dps/release-commands/command';
import { newKey } from '@dps/release-store/release-key';
import { reportedProblems } from '@dps/release/visits/visit-reports';
import { paths, telemetryBody } from '@dps/contract';
import { ROOT } from '../support/files.ts';
import type { ReleaseLab } from '../support/release-lab.ts';
import { newUser, signUp } from '../support/users.ts';
import { ITEM, pageWith, ROUTE, type BadModule, type Stage } from './bad-module.ts';

const BUILD = path.join(ROOT, 'tools/module-kit/bin/dps-build.mjs');
/** The reports of a page arrive within this time. */
const REPORTED_MS = 15_000;

/** The stage that stopped a module, and the message to its team. */
export interface Outcome {
  stage: Stage | 'nowhere';
  message: string;
}

/** The product in which bad modules are tried, with the good module `weather` 0.1.0. */
export interface Trial {
  lab: ReleaseLab;
  browser: Browser;
  /** Folder of the sources of the good module. */
  good: string;
  /** The checks of `publish`. */
  gates: readonly Gate[];
}

/** Builds a module. Resolves with the output of a failed build, and with undefined after a success. */
async function build(folder: string): Promise<string | undefined> {
  const child = spawn(process.execPath, [BUILD], { cwd: folder });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return child.exitCode === 0 ? undefined : output + errors;
}

/** Publishes a build with all checks. Resolves with the message of a refusal, and with undefined after a success. */
async function publish(
  { lab, gates }: Trial,
  { hasForeignKey = false }: BadModule,
  folder: string,
): Promise<string | undefined> {
  const errors: string[] = [];
  const code = await runCommand(['publish', folder], {
    environment: {
      INIT_CWD: folder,
      DATA_DIR: lab.folder('data'),
      ...(hasForeignKey && { RELEASE_PRIVATE_KEY: newKey().pem }),
    },
    gates,
    write: () => undefined,
    writeError: (line) => void errors.push(line),
  });
  return code === 0 ? undefined : errors.join('\n');
}

/** Writes the sources of a bad module. Resolves with their folder. */
async function writeSources({ lab, good }: Trial, bad: BadModule, version: string): Promise<string> {
  const folder = lab.folder('bad');
  await rm(folder, { recursive: true, force: true });
  await cp(good, folder, { recursive: true, filter: (file) => path.basename(file) !== 'dist' });
  const own: Record<string, unknown> = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ ...own, version }));
  const manifest: Record<string, unknown> = JSON.parse(
    await readFile(path.join(folder, 'module.json'), 'utf8'),
  );
  const changed = { ...manifest, routes: [ROUTE], navigation: [ITEM], ...bad.manifest };
  await writeFile(path.join(folder, 'module.json'), JSON.stringify(changed));
  for (const [file, content] of Object.entries({ ...pageWith(''), ...bad.files }))
    await writeFile(path.join(folder, file), content);
  return folder;
}

/** Opens the page of a canary as a user, and leaves it. Resolves with what the page reported. */
async function visit({ lab, browser }: Trial, bad: BadModule): Promise<string[]> {
  const context = await browser.newContext({ baseURL: lab.url });
  await signUp(context.request, newUser('pilot', 'Wanda Wind'), lab.url);
  const page: Page = await context.newPage();
  const problems: string[] = [];
  const states: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== paths.telemetry()) return;
    const report = telemetryBody.validateSync(request.postDataJSON());
    problems.push(...reportedProblems(request.postData() ?? '{}'));
    for (const { errorName, message, place } of report.scriptErrors ?? [])
      problems.push(`a script throws: ${errorName}${message && `: ${message}`}, in ${place}`);
    states.push(
      ...(report.pages ?? []).filter(({ module }) => module === 'weather').map(({ state }) => state),
    );
  });
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
  try {
    await bad.before?.(page);
    await page.goto('/');
    await expect(heading('Pilot Dashboard')).toBeVisible({ timeout: REPORTED_MS });
    await page.getByRole('link', { name: 'Weather' }).click({ noWaitAfter: true });
    if (bad.hangs !== true) {
      await expect(heading('Weather')).toBeVisible({ timeout: REPORTED_MS });
      await bad.use?.(page);
      await page.getByRole('link', { name: 'Dashboard' }).click();
      await expect(heading('Pilot Dashboard')).toBeVisible({ timeout: REPORTED_MS });
      await page.evaluate(() => void dispatchEvent(new Event('pagehide')));
    }
    await expect.poll(() => states, { timeout: REPORTED_MS }).toContain('started');
    if (!states.includes('fine') && !states.includes('failed'))
      problems.push('started, and never shown without a failure');
    else if (!states.includes('failed')) problems.push('the page counts as fine');
  } finally {
    await context.close();
  }
  return [...new Set(problems)];
}

/** Builds, publishes and opens a bad module until a stage stops it. */
export async function tryModule(trial: Trial, bad: BadModule, next: string): Promise<Outcome> {
  const version = bad.version ?? next;
  const folder = await writeSources(trial, bad, version);
  const unbuilt = await build(folder);
  if (unbuilt !== undefined) return { stage: 'build', message: unbuilt };
  await bad.rebuild?.(path.join(folder, 'dist'));
  const { lab } = trial;
  const refused = await publish(trial, bad, folder);
  if (refused !== undefined) return { stage: 'publish', message: refused };
  await bad.damage?.(lab.stored(`modules/weather/${version}`));
  await lab.release(`canary weather ${version} --percent 100`);
  const problems = await visit(trial, bad);
  await lab.release('canary weather --percent 0');
  const isFine = problems.includes('the page counts as fine');
  return { stage: isFine ? 'nowhere' : 'canary', message: problems.join('\n') };
}
