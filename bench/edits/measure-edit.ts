import type { Page } from '@playwright/test';
import { processorSeconds } from '../processor-time.ts';
import type { DevServer } from './dev-server.ts';

const TEXTS = 'src/texts/jobs.ts';
const SUBTITLE = /pilotSubtitle: '[^']*'/;
/** Only an edit that never appears takes so long. */
const SEEN_WITHIN_MS = 600_000;
const SETTLE_MS = 2000;

export interface Edit {
  /** From saving the source to the changed text in the page. */
  milliseconds: number;
  /** Processor time of the dev server's process in this time. */
  processorMs: number;
}

/** Resolves with the time at which a text appears in the page, in milliseconds since 1970. */
const observeText = (page: Page, text: string) =>
  page.evaluateHandle(
    ([expected, timeout]) => ({
      seen: new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error('The edit has not appeared')), timeout);
        const check = () => {
          if (!document.body.textContent?.includes(expected)) return;
          observer.disconnect();
          requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
        };
        const observer = new MutationObserver(check);
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    }),
    [text, SEEN_WITHIN_MS] as const,
  );

/** Changes the subtitle of the page to `text`, and measures the time until the page shows it. */
export async function measureEdit(page: Page, server: DevServer, text: string): Promise<Edit> {
  const observed = await observeText(page, text);
  const before = processorSeconds(server.pid);
  const saved = await server.edit(TEXTS, (content) => content.replace(SUBTITLE, `pilotSubtitle: '${text}'`));
  const seen = await observed.evaluate(({ seen: time }) => time);
  const processorMs = (processorSeconds(server.pid) - before) * 1000;
  // Later builds of the same edit must not delay the next one.
  await page.waitForTimeout(SETTLE_MS);
  return { milliseconds: seen - saved, processorMs };
}
