import type { Page } from '@playwright/test';

/** The content with its first space a tab: one byte is another one, and a script would do the same if it ran. */
export function withOneByteChanged(content: Buffer): Buffer {
  const changed = Buffer.from(content);
  const place = changed.indexOf(' ');
  if (place < 0) throw new Error('There is no space to change');
  changed[place] = 0x09;
  return changed;
}

/**
 * Has files arrive with one byte changed, at every attempt.
 *
 * @param addresses paths: `/modules/jobs/1.1.0/assets/603.5d43f460.js`
 */
export async function damage(page: Page, addresses: readonly string[]): Promise<void> {
  await page.route(
    ({ pathname }) => addresses.includes(pathname),
    async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: withOneByteChanged(await answer.body()) });
    },
  );
}
