import type { Browser, Page } from '@playwright/test';
import { cohortOf, paths, telemetryBody, userSeed, type TelemetryBody } from '@dps/contract';
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

/** Returns the reports of a page from now on that have a state of the module `weather`. The list grows. */
export function weatherReports(page: Page): readonly TelemetryBody[] {
  const reports: TelemetryBody[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== paths.telemetry()) return;
    const report = telemetryBody.validateSync(request.postDataJSON());
    if (report.pages?.some(({ module }) => module === 'weather')) reports.push(report);
  });
  return reports;
}
