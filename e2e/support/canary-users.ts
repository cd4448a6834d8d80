import type { Browser, Page } from '@playwright/test';
import { cohortOf, paths, telemetryBody, userSeed, type TelemetryBody } from '@dps/shared-contracts';
import { signUp, newUser } from './users.ts';

/**
 * Signs pilots up until one is inside or outside the cohort of a canary. Resolves with a page of that signed-in pilot.
 *
 * @param hasCanary whether the pilot gets the canary
 */
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

/** Resolves with the next telemetry report of a page that contains the module. */
export async function nextReport(page: Page, module: string): Promise<TelemetryBody> {
  const response = await page.waitForResponse((each) => {
    if (new URL(each.url()).pathname !== paths.telemetry()) return false;
    const { loads = [] } = telemetryBody.validateSync(each.request().postDataJSON());
    return loads.some((load) => load.module === module);
  });
  return telemetryBody.validateSync(response.request().postDataJSON());
}
