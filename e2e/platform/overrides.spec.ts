import type { Page } from '@playwright/test';
import { parseModuleBuild } from '@dps/contract';
import { openDevEnvironment, type DevEnvironment } from '../support/dev-environment.ts';
import { expect, greeting, test, type ReleaseEnvironment } from '../support/release-environment.ts';

const TEXTS = 'src/texts.ts';
/** A build of a dev server has no limit of its own, because its time depends on the machine. */
const BUILT = { timeout: 0 };
const bar = (page: Page) => page.getByRole('complementary', { name: 'Modules replaced in this tab' });
const part = (page: Page, name: string) => page.getByRole('dialog').getByRole('region', { name });

let environment: ReleaseEnvironment;
let page: Page;

const expectGreeting = (on: Page, text: string) => expect(on.getByText(`${text}, Wanda Wind.`)).toBeVisible();

test.beforeAll(async ({ environment: own }) => {
  environment = own;
  await environment.startWeather('3.1.0');
  await environment.publishWeather('3.2.0', greeting('Welcome'));
  page = await environment.pageOf('Wanda Wind');
});
test.afterAll(() => page.context().close());

test('[MODULE-15] a preview runs for testers, with a visible notice, until they leave it or its team ends it', async ({
  pageOf,
}) => {
  const printed = await environment.release('preview weather 3.2.0');
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
  await environment.release('preview weather --end');
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

const greetWith = (text: string) => (content: string) => content.replace(/`[^`]*, \$/, `\`${text}, $`);

/** Changes a source, and returns the milliseconds until a page shows a text. */
async function changeTime(server: DevEnvironment, on: Page, text: string): Promise<number> {
  const shown = on.evaluate(
    (expected) =>
      new Promise<number>((resolve) => {
        const look = () => document.body.textContent.includes(expected) && resolve(Date.now());
        new MutationObserver(look).observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
        });
      }),
    text,
  );
  const changed = Date.now();
  await server.edit(TEXTS, greetWith(text));
  return (await shown) - changed;
}

test('a dev server shows a module in the product, and each change of it without a reload', async () => {
  const server = await openDevEnvironment(environment.url);
  const note = page.getByRole('textbox', { name: 'Note' });

  await test.step('the product runs its release', async () => {
    const read = () =>
      page.request
        .get(`${server.url}/release.json`, { headers: { origin: environment.url } })
        .catch(() => null);
    // During the first build the server can close a connection that the client uses again.
    await expect.poll(async () => (await read())?.status(), BUILT).toBe(200);
    const response = await read();
    expect(response?.headers()['access-control-allow-origin']).toBe(environment.url);
    const release = parseModuleBuild((await response?.text()) ?? '', server.url);
    expect([release.base, release.version]).toEqual([`${server.url}/remote/`, '0.1.0-dev']);
    await page.goto(server.address);
    await bar(page).getByRole('button', { name: 'Run it here' }).click();
    await expectGreeting(page, 'Hello');
  });

  await test.step('a hot update appears in the page, and keeps the form state', async () => {
    await server.edit('src/WeatherPage.tsx', (content) =>
      content.replace('</Typography>', '</Typography><input aria-label="Note" />'),
    );
    await expect(note).toBeVisible(BUILT);
    await note.fill('gusts from the west');
    const time = await changeTime(server, page, 'Forecast');
    test.info().annotations.push({ type: 'milliseconds of a change', description: String(time) });
    await server.edit(TEXTS, greetWith('Thunder'));
    await expectGreeting(page, 'Thunder');
    await expect(note).toHaveValue('gusts from the west');
  });

  await test.step('a compile error appears over the page, with the name of the source', async () => {
    const errors = page.getByRole('alert').filter({ hasText: 'src/texts.ts' });
    await server.edit(TEXTS, (content) => content.replace('export const', 'export konst'));
    await expect(errors).toBeVisible(BUILT);
    await server.edit(TEXTS, (content) => content.replace('export konst', 'export const'));
    await expect(errors).toHaveCount(0, BUILT);
    await expect(note).toHaveValue('gusts from the west');
  });

  await test.step('a plain page of the server shows a widget with example props', async () => {
    await server.edit(
      'src/Forecast.tsx',
      () => 'export default ({ days }: { days: number }) => <p>{`The next ${days} days`}</p>;',
    );
    await server.edit('src/module.ts', (content) =>
      content.replace(/}\);\s*$/, "  widgets: { 'weather.forecast': () => import('./Forecast.tsx') },\n});"),
    );
    await server.edit('src/widgets.example.ts', () => "export default { 'weather.forecast': { days: 5 } };");
    const plain = await page.context().newPage();
    await plain.goto(server.url);
    await plain.getByRole('link', { name: 'weather.forecast' }).click();
    await expect(plain.getByText('The next 5 days')).toBeVisible(BUILT);
    await server.edit('src/Forecast.tsx', (content) => content.replace('The next', 'Weather of'));
    await expect(plain.getByText('Weather of 5 days')).toBeVisible(BUILT);
    await plain.close();
  });

  await test.step('a change of module.json reloads the page', async () => {
    await server.edit('module.json', (content) =>
      content.replace(/"label": "Weather"/, '"label": "Forecast"'),
    );
    // The form has no change that the page knows of.
    await expect(page.getByRole('link', { name: 'Forecast' })).toBeVisible(BUILT);
    await expect(note).toHaveValue('');
  });

  await test.step('the page names a server that ended', async () => {
    expect(await server.end()).toMatchObject({ code: 0 });
    await page.reload();
    await expect(page.getByRole('main')).toContainText(`${server.url}/release.json does not respond`);
    await bar(page).getByRole('button', { name: 'Stop Weather' }).click();
    await expectGreeting(page, 'Hello');
    await server.close();
  });
});
