import type { Page } from '@playwright/test';
import { openDevLab } from '../support/dev-lab.ts';
import { signUp, newUser } from '../support/users.ts';
import { openReleaseLab, type ReleaseLab } from '../support/release-lab.ts';
import { expect, test } from '../support/test.ts';

// The tests share one product and run in order, in the page of one pilot.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

const TEXTS = 'src/texts.ts';
const greeting = (text: string) => (content: string) => content.replace('Hello, ', `${text}, `);
const bar = (page: Page) => page.getByRole('complementary', { name: 'Modules replaced in this tab' });
const part = (page: Page, name: string) => page.getByRole('dialog').getByRole('region', { name });

let lab: ReleaseLab;
let page: Page;

async function expectGreeting(on: Page, text: string): Promise<void> {
  await expect(on.getByText(`${text}, Wanda Wind.`)).toBeVisible();
}

test.beforeAll(async ({ browser }) => {
  lab = await openReleaseLab();
  await lab.release(`publish ${await lab.weather()}`);
  await lab.release(`publish ${await lab.deriveWeather('0.2.0', greeting('Welcome'))}`);
  const context = await browser.newContext({ baseURL: lab.url });
  await signUp(context.request, newUser('pilot', 'Wanda Wind'), lab.url);
  page = await context.newPage();
});
test.afterAll(async () => {
  await page.context().close();
  await lab.close();
});

test('the panel shows each running release with the reason, and Escape restores the address', async () => {
  await page.goto('/weather?from=map');
  await expectGreeting(page, 'Hello');
  await page.getByRole('button', { name: 'User menu' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Modules' }).press('Enter');
  await expect(part(page, 'Shell')).toContainText('The current release of the shell.');
  await expect(part(page, 'Weather')).toContainText(/0\.1\.0.*Runs.*The stable release\..*Loaded at .* ms/);
  await expect(part(page, 'Payments')).toContainText('Not needed by a page yet');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/weather?from=map');
});

test('[MODULE-15] a preview runs for testers, with a visible notice, until they leave it or its team ends it', async ({
  browser,
}) => {
  const printed = await lab.release('preview weather 0.2.0');
  const [address = ''] = /http:\S+/.exec(printed) ?? [];
  const link = `/weather${new URL(address).search}`;
  const preview = (on: Page) => on.getByRole('complementary', { name: 'Preview' });
  await page.goto(link);
  await expectGreeting(page, 'Welcome');
  await expect(page).toHaveURL('/weather');
  await expect(preview(page)).toContainText('You see a preview: Weather 0.2.0');
  await page.getByRole('link', { name: 'Leave the preview' }).click();
  await expectGreeting(page, 'Hello');
  await expect(preview(page)).toHaveCount(0);

  const guest = await (await browser.newContext({ baseURL: lab.url })).newPage();
  await guest.goto(link.replace('/weather', '/login'));
  await expect(preview(guest)).toContainText('Sign in as a tester to see it.');
  await guest.context().close();

  await page.goto(link);
  await expectGreeting(page, 'Welcome');
  await lab.release('preview weather --end');
  await page.reload();
  await expectGreeting(page, 'Hello');
  await expect(preview(page)).toContainText('It has ended');
  await page.getByRole('link', { name: 'Leave the preview' }).click();
  await expect(preview(page)).toHaveCount(0);
});

test('an override runs in its tab only, with a visible notice, until the user stops it', async () => {
  await page.goto('/weather?modules');
  await part(page, 'Weather').getByRole('button', { name: 'Run Weather 0.2.0 in this tab' }).click();
  await expect(part(page, 'Weather')).toContainText(/0\.2\.0.*Replaced.*The stable release is 0\.1\.0/);
  await page.getByRole('button', { name: 'Close' }).click();
  await expectGreeting(page, 'Welcome');
  await page.reload();
  await expectGreeting(page, 'Welcome');
  await expect(bar(page)).toContainText('Weather from 0.2.0, in this tab only');

  const other = await page.context().newPage();
  await other.goto('/weather');
  await expectGreeting(other, 'Hello');
  await expect(bar(other)).toHaveCount(0);
  await other.close();

  await bar(page).getByRole('button', { name: 'Stop Weather' }).click();
  await expectGreeting(page, 'Hello');
  await expect(bar(page)).toHaveCount(0);
});

test('an override link has no effect before the user accepts it', async () => {
  await page.goto('/weather?override=weather@0.2.0');
  await expectGreeting(page, 'Hello');
  await expect(page).toHaveURL('/weather');
  await expect(bar(page)).toContainText('A link asks to run Weather from 0.2.0');
  await bar(page).getByRole('button', { name: 'Ignore' }).click();
  await expect(bar(page)).toHaveCount(0);

  await page.goto('/weather?override=weather@0.2.0');
  await bar(page).getByRole('button', { name: 'Run it here' }).click();
  await expectGreeting(page, 'Welcome');
  await bar(page).getByRole('button', { name: 'Stop Weather' }).click();
  await expectGreeting(page, 'Hello');
});

test('a link to a server that the deployment does not allow is ignored', async () => {
  const hosts: string[] = [];
  page.on('request', (request) => hosts.push(new URL(request.url()).hostname));
  await page.goto('/weather?override=weather@https://elsewhere.example');
  await expectGreeting(page, 'Hello');
  await expect(bar(page)).toContainText('was ignored');
  await expect(bar(page).getByRole('button', { name: 'Run it here' })).toHaveCount(0);
  expect(hosts).not.toContain('elsewhere.example');
});

test('overrides do not exist if the deployment does not offer them', async () => {
  const offered = /,"overrides":\{"origins":\[[^\]]*\]\}/;
  await page.route('**/weather*', async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    expect(body).toMatch(offered);
    await route.fulfill({ response, body: body.replace(offered, '') });
  });
  await page.goto('/weather?modules&override=weather@0.2.0');
  await expect(part(page, 'Weather')).toContainText('Other releases: 0.2.0');
  await expect(part(page, 'Weather').getByRole('button')).toHaveCount(0);
  await expect(bar(page)).toHaveCount(0);
  await page.unrouteAll();
});

test('a dev server replaces a module, updates it after a build, and shows its failure', async () => {
  // A fixed port, so that it does not take the port of the dev server in another journey.
  const server = await openDevLab(lab.url, 4370);
  // During the first build the server can close a connection that the client uses again.
  await expect(async () => {
    expect((await page.request.get(`${server.url}/release.json`)).status()).toBe(200);
  }).toPass({ timeout: 30_000 });
  await page.goto(`/weather?override=weather@${server.url}`);
  await bar(page).getByRole('button', { name: 'Run it here' }).click();
  await expect(bar(page)).toContainText(`Weather from ${server.url}, in this tab only`);
  await expectGreeting(page, 'Hello');
  await server.edit(TEXTS, greeting('Clear skies'));
  await expectGreeting(page, 'Clear skies');

  await server.close();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Weather is unavailable' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(`${server.url}/release.json does not respond`);
  await bar(page).getByRole('button', { name: 'Stop Weather' }).click();
  await expectGreeting(page, 'Hello');
});
