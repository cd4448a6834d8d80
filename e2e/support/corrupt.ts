import type { Page } from '@playwright/test';

/** Replaces the first space with a tab: one byte differs, and a script would still run. */
function corruptByte(content: Buffer): Buffer {
  const changed = Buffer.from(content);
  const index = changed.indexOf(' ');
  if (index < 0) throw new Error('There is no space to change');
  changed[index] = 0x09;
  return changed;
}

/**
 * Changes one byte of each response for the files.
 *
 * @param addresses paths: `/modules/jobs/1.1.0/assets/603.5d43f460.js`
 */
export async function corruptFiles(page: Page, addresses: readonly string[]): Promise<void> {
  await page.route(
    ({ pathname }) => addresses.includes(pathname),
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: corruptByte(await response.body()) });
    },
  );
}
