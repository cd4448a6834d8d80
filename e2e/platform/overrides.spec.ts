import type { Page } from '@playwright/test';
import { parseModuleBuild } from '@dps/contract';
import { openDevLab } from '../support/dev-lab.ts';
import { expect, greeting, test, type ReleaseLab } from '../support/release-lab.ts';

const TEXTS = 'src/texts.ts';
/** A build of a dev server has no limit of its own, because its time depends on the machine. */
const BUILT = { timeout: 0 };
const bar = (page: Page) => page.getByRole('complementary', { name: 'Modules replaced in this tab' });
const part = (page: Page, name: string) => page.getByRole('dialog').getByRole('region', { name });

let lab: ReleaseLab;
let page: Page;

const expectGreeting = (on: Page, text: string) => expect(on.getByText(`${text}, Wanda Wind.`)).toBeVisible();

test.beforeAll(async ({ lab: own }) => {
  lab = own;
  await lab.startWeather('3.1.0');
  await lab.publishWeather('3.2.0', greeting('Welcome'));
  page = await lab.pageOf('Wanda Wind');
});
test.afterAll(() => page.context().close());

test('[MODULE-15] a preview runs for testers, with a visible notice, until they leave it or its team ends it', async ({
  pageOf,
}) => {
  const printed = await lab.release('preview weather 3.2.0');
  const [address = ''] = /http:\S+/.exec(printed) ?? [];
  const link = `/weather${new URL(address).search}`;
  const preview = (on: Page) => on.getByRole('complementary', { name: 'Preview' });
  await page.goto(link);
  await expectGreeting(page, 'Welcome');
  await expect(page).toHaveURL('/weather');
  await expect(preview(page)).toContainText('You see a preview: Weather 3.2.0');
  await page.getByRole('link', { name: 'Leave the preview' }).click();
  await expectGreeting(page, 'Hello');
  await expect(preview(page)).toHaveCount(0);

  const guest = await pageOf('guest');
  await guest.goto(link.replace('/weather', '/login'));
  await expect(preview(guest)).toContainText('Sign in as a tester to see it.');

  await page.goto(link);
  await expectGreeting(page, 'Welcome');
  await lab.release('preview weather --end');
  await page.reload();
  await expectGreeting(page, 'Hello');
  await expect(preview(page)).toContainText('It has ended');
  await page.getByRole('link', { name: 'Leave the preview' }).click();
  await expect(preview(page)).toHaveCount(0);
});

test('the panel shows each running release with the reason, and an override runs in its tab only', async () => {
  await page.goto('/weather?from=map');
  await page.getByRole('button', { name: 'User menu' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Modules' }).press('Enter');
  await expect(part(page, 'Shell')).toContainText('The current release of the shell.');
  await expect(part(page, 'Weather')).toContainText(/3\.1\.0.*Runs.*The stable release\..*Loaded at .* ms/);
  await expect(part(page, 'Payments')).toContainText('Not needed by a page yet');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/weather?from=map');

  await page.goto('/weather?modules');
  await part(page, 'Weather').getByRole('button', { name: 'Run Weather 3.2.0 in this tab' }).click();
  await expect(part(page, 'Weather')).toContainText(/3\.2\.0.*Replaced.*The stable release is 3\.1\.0/);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await expectGreeting(page, 'Welcome');
  await expect(bar(page)).toContainText('Weather from 3.2.0, in this tab only');

  const other = await page.context().newPage();
  await other.goto('/weather');
  await expectGreeting(other, 'Hello');
  await expect(bar(other)).toHaveCount(0);
  await other.close();

  await bar(page).getByRole('button', { name: 'Stop Weather' }).click();
  await expectGreeting(page, 'Hello');
  await expect(bar(page)).toHaveCount(0);
});

test('a dev server shows a module in its harness and in the product, and updates both after a change', async ({
  browser,
}) => {
  const server = await openDevLab(lab.url);
  const harness = await (await browser.newContext()).newPage();
  const note = harness.getByRole('textbox', { name: 'Note' });

  await test.step('the harness applies the access rules of the shell', async () => {
    await harness.goto(server.url);
    await expect(harness.getByText('For signed-in users')).toBeVisible(BUILT);
    await harness.getByRole('combobox', { name: 'Signed in as' }).selectOption({ label: 'demo_pilot' });
    await expect(harness.getByText('Hello, Ridgeline Aerial.')).toBeVisible();
  });

  await test.step('a hot update keeps the form state', async () => {
    await server.edit('src/WeatherPage.tsx', (content) =>
      content.replace('</Typography>', '</Typography><input aria-label="Note" />'),
    );
    await expect(note).toBeVisible(BUILT);
    await note.fill('gusts from the west');
    await server.edit(TEXTS, greeting('Clear skies'));
    await expect(harness.getByText('Clear skies, Ridgeline Aerial.')).toBeVisible(BUILT);
    await expect(note).toHaveValue('gusts from the west');
  });

  await test.step('an overlay names a source with a compile error', async () => {
    await server.edit(TEXTS, (content) => content.replace('export const', 'export konst'));
    await expect(
      harness
        .frameLocator('iframe')
        .getByText(/src\/texts\.ts/)
        .first(),
    ).toBeVisible();
    await server.edit(TEXTS, (content) => content.replace('export konst', 'export const'));
    await expect(harness.locator('iframe')).toHaveCount(0, BUILT);
    await expect(harness.getByText('Clear skies, Ridgeline Aerial.')).toBeVisible(BUILT);
    await harness.context().close();
  });

  await test.step('the product runs its release, and shows an update and its failure', async () => {
    const read = () =>
      page.request.get(`${server.url}/release.json`, { headers: { origin: lab.url } }).catch(() => null);
    // During the first build the server can close a connection that the client uses again.
    await expect.poll(async () => (await read())?.status(), BUILT).toBe(200);
    const response = await read();
    expect(response?.headers()['access-control-allow-origin']).toBe(lab.url);
    const release = parseModuleBuild((await response?.text()) ?? '', server.url);
    expect([release.base, release.version]).toEqual([`${server.url}/remote/`, '0.1.0-dev']);
    await page.goto(`/weather?override=weather@${server.url}`);
    await bar(page).getByRole('button', { name: 'Run it here' }).click();
    await expectGreeting(page, 'Clear skies');
    await server.edit(TEXTS, (content) => content.replace('Clear skies, ', 'Rain, '));
    await expect(page.getByText('Rain, Wanda Wind.')).toBeVisible(BUILT);

    expect(await server.end()).toMatchObject({ code: 0 });
    await page.reload();
    await expect(page.getByRole('main')).toContainText(`${server.url}/release.json does not respond`);
    await bar(page).getByRole('button', { name: 'Stop Weather' }).click();
    await expectGreeting(page, 'Hello');
    await server.close();
  });
});
