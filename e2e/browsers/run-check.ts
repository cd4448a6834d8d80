import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/files.ts';
import type { Engine, EngineKind } from './engine.ts';
import type { Product } from './product.ts';
import { Screen } from './screen.ts';

/** Pictures of the windows of a failed check. */
const FAILURES = join(ROOT, 'e2e/test-results/browsers');

/** Maximum time of a check, in milliseconds. */
const CHECK_LIMIT_MS = 10 * 60_000;
/** Maximum time of a screenshot and of leaving a page, in milliseconds. A crashed page does not respond. */
const STEP_LIMIT_MS = 60_000;

/** Tools that a check uses. */
export interface CheckTools {
  /** Opens a window without a session. */
  newScreen: () => Promise<Screen>;
  /** Saves a picture, if the command line requests pictures. */
  picture: (screen: Screen, name: string) => Promise<void>;
  /** Folder of downloaded files. */
  downloads: string;
}

export interface Check {
  name: string;
  run: (tools: CheckTools) => Promise<void>;
}

/** Errors of WebDriver often have a name only. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message || error.name : String(error);

interface CheckRun {
  kind: EngineKind;
  engine: Engine;
  product: Product;
  downloads: string;
  /** Folder for pictures of the pages. */
  pictures: string | undefined;
}

/** Throws an Error if the work takes longer. */
async function withTimeout<T>(milliseconds: number, work: Promise<T>, subject: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no end after ${milliseconds} ms: ${subject()}`)),
      milliseconds,
    );
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Closes a window after its page has sent its last report. */
async function close({ window }: Screen): Promise<void> {
  try {
    await withTimeout(STEP_LIMIT_MS, window.open('about:blank'), () => 'about:blank');
  } finally {
    await window.close();
  }
}

/**
 * Runs a check in windows of its own.
 *
 * @returns the browser's version, and a line for each fault: the step that failed, script errors and policy violations
 */
export async function runCheck(
  check: Check,
  { kind, engine, product, downloads, pictures }: CheckRun,
): Promise<{ version: string; faults: string[] }> {
  const screens: Screen[] = [];
  const save = async (screen: Screen, folder: string, name: string): Promise<string> => {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `${name}.png`);
    await withTimeout(STEP_LIMIT_MS, screen.window.screenshot(file), () => 'screenshot');
    return file;
  };
  const faults: string[] = [];
  try {
    const work = check.run({
      downloads,
      newScreen: async () => {
        const screen = new Screen(await engine.openWindow(), product.url);
        screens.push(screen);
        await screen.window.resize(1440, 900);
        return screen;
      },
      picture: async (screen, name) => {
        if (pictures !== undefined) await save(screen, pictures, name);
      },
    });
    await withTimeout(CHECK_LIMIT_MS, work, () => screens.map(({ lastPlace }) => lastPlace).join(' and '));
  } catch (error) {
    faults.push(messageOf(error));
    for (const [index, screen] of screens.entries())
      faults.push(await save(screen, FAILURES, `${kind.name} ${check.name} ${index + 1}`).catch(messageOf));
  }
  for (const screen of screens) await close(screen).catch((error: unknown) => faults.push(messageOf(error)));
  faults.push(...screens.flatMap(({ window }) => window.errors), ...product.takeReports());
  return { version: screens[0]?.window.version ?? '', faults };
}
