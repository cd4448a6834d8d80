import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { launch, type Browser, type LaunchOptions, type Page } from 'puppeteer-core';
import { watchOver } from '@dps/local-stack/process/watchdog';
import { CHROMIUM_FLAGS, installedBrowser } from '@dps/release/browser';
import { environmentOf, type Engine, type EngineKind, type EngineWindow } from './engine.ts';

const FIREFOX = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];
/** Firefox takes a script whose load a navigation has aborted for an empty file. This is the integrity hash of an empty file. */
const EMPTY_HASH = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';
const POLICY = /content.security.policy|integrity|trusted ?(html|script|type)/i;
const START_WITHIN_MS = 120_000;
/** Maximum time of a navigation, in milliseconds. */
const LOAD_WITHIN_MS = 120_000;

function recordErrors(page: Page): string[] {
  const errors: string[] = [];
  const record = (error: string) => {
    if (!error.includes(EMPTY_HASH)) errors.push(error);
  };
  page.on('pageerror', (error) =>
    record(`script error: ${error instanceof Error ? error.message : String(error)}`),
  );
  page.on('console', (message) => {
    if (POLICY.test(message.text())) record(message.text());
  });
  return errors;
}

async function openWindow(browser: Browser, downloads: string): Promise<EngineWindow> {
  const context = await browser.createBrowserContext({
    downloadBehavior: { policy: 'allow', downloadPath: downloads },
  });
  const page = await context.newPage();
  return {
    version: (await browser.version()).replace(/^.*\//, ''),
    errors: recordErrors(page),
    open: async (url) => {
      await page.bringToFront();
      await page.goto(url, { timeout: LOAD_WITHIN_MS });
    },
    url: () => Promise.resolve(page.url()),
    evaluate: (expression) => page.evaluate(expression),
    element: async (expression) => {
      // A window in the background is not drawn and has no focus.
      await page.bringToFront();
      const element = await page.evaluateHandle<[], () => HTMLInputElement>(expression);
      return {
        click: () => element.click(),
        chooseFiles: (files) => element.uploadFile(...files),
      };
    },
    press: (key) => page.keyboard.press(key),
    selectAll: async () => {
      await page.keyboard.down('Control');
      await page.keyboard.press('a');
      await page.keyboard.up('Control');
    },
    type: (text) => page.keyboard.type(text),
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: async (file) => void (await page.screenshot({ path: file })),
    close: () => context.close(),
  };
}

async function start(options: LaunchOptions, folder: string): Promise<Engine> {
  const browser = await launch({
    ...options,
    env: environmentOf(folder),
    timeout: START_WITHIN_MS,
    // The program handles signals, because it must also stop the product.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const pid = browser.process()?.pid;
  const unwatch = pid === undefined ? () => undefined : watchOver({ pid, signal: 'SIGTERM', group: true });
  return {
    openWindow: () => openWindow(browser, join(folder, 'downloads')),
    close: async () => {
      await browser.close();
      unwatch();
    },
  };
}

export const CHROMIUM: EngineKind = {
  name: 'Chromium',
  packages: 'chromium',
  find: () => {
    const executablePath = installedBrowser();
    if (executablePath === undefined) return undefined;
    const args = [...CHROMIUM_FLAGS, '--force-prefers-reduced-motion'];
    // The parameter `--headless` without a value, for both Chromium and its build without windows.
    return (folder) => start({ executablePath, args, headless: 'shell' }, folder);
  },
};

export const GECKO: EngineKind = {
  name: 'Firefox',
  packages: 'firefox-esr',
  find: () => {
    const executablePath = FIREFOX.find((file) => existsSync(file));
    if (executablePath === undefined) return undefined;
    const extraPrefsFirefox = { 'ui.prefersReducedMotion': 1 };
    return (folder) => start({ browser: 'firefox', executablePath, extraPrefsFirefox }, folder);
  },
};
