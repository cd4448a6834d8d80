import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, installedBrowser } from '@dps/smoke/browser';
import { expect, test } from '../support/test.ts';

test('the browser disables every feature that Playwright disables', async () => {
  const executablePath = installedBrowser() ?? chromium.executablePath();
  const browser = await chromium.launchServer({ executablePath, args: CHROMIUM_FLAGS });
  const { spawnargs } = browser.process();
  await browser.close();
  const lists = spawnargs.flatMap((each) => /^--disable-features=(.+)$/.exec(each)?.[1] ?? []);
  const [playwright, own] = lists.map((each) => each.split(','));
  expect(lists).toHaveLength(2);
  expect(own).toEqual(expect.arrayContaining(playwright ?? []));
});
