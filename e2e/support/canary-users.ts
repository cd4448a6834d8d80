import type { Browser, Page } from '@playwright/test';
import { cohortOf, paths, telemetryBody, userSeed, type TelemetryBody } from '@dps/shared-contracts';
import { signUp, newUser } from './users.ts';

/** Signs pilots up until one of them has a canary, or has it not. Resolves with a page of theirs that knows who they are. */
export async function pilotWith(
  browser: Browser,
  product: string,
  { module, salt, percent }: { module: string; salt: string; percent: number },
  hasCanary: boolean,
): Promise<Page> {
  for (;;) {
    const context = await browser.newContext({ baseURL: product });
    await signUp(context.request, newUser('pilot', 'Wanda Wind'), product);
    const user: { id: number } = await (await context.request.get(paths.currentUser())).json();
    if (cohortOf(userSeed(user.id), module, salt) < percent === hasCanary) return context.newPage();
    await context.close();
  }
}

/** Resolves with what a page reports next of a module, once it has collected it. */
export async function nextReport(page: Page, module: string): Promise<TelemetryBody> {
  const response = await page.waitForResponse((each) => {
    if (new URL(each.url()).pathname !== paths.telemetry()) return false;
    const { loads = [] } = telemetryBody.validateSync(each.request().postDataJSON());
    return loads.some((load) => load.module === module);
  });
  return telemetryBody.validateSync(response.request().postDataJSON());
}
