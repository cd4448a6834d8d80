import { parseModuleBuild } from '@dps/contract';
import { openDevLab, type DevLab } from '../support/dev-lab.ts';
import { expect, test } from '../support/test.ts';

// The tests share one server and run in order.
test.describe.configure({ mode: 'serial', timeout: 180_000 });

const PRODUCT = process.env['DPS_URL'] ?? '';
/** Time for a build and its update in the page: a second on an idle machine, more on a busy one. */
const BUILT = { timeout: 30_000 };
const TEXTS = 'src/texts.ts';
const PAGE = 'src/WeatherPage.tsx';
const withNote = (content: string) =>
  content.replace('</Typography>', '</Typography><input aria-label="Note" />');

let lab: DevLab;
test.beforeAll(async () => {
  lab = await openDevLab(PRODUCT);
});
test.afterAll(() => lab.close());

test('the dev server applies source changes to the open page', async ({ page }) => {
  await test.step('the harness applies the access rules of the shell', async () => {
    await page.goto(lab.url);
    await expect(page.getByText('For signed-in users')).toBeVisible(BUILT);
    await page.getByRole('combobox', { name: 'Signed in as' }).selectOption({ label: 'demo_pilot' });
    await expect(page.getByText('Hello, Ridgeline Aerial.')).toBeVisible(BUILT);
    await expect(page.getByRole('link', { name: 'Weather' })).toHaveAttribute('aria-current', 'page');
  });

  await test.step('a hot update keeps the form state', async () => {
    await lab.edit(PAGE, withNote);
    await expect(page.getByRole('textbox', { name: 'Note' })).toBeVisible(BUILT);
    await page.getByRole('textbox', { name: 'Note' }).fill('gusts from the west');
    await lab.edit(TEXTS, (content) => content.replace('Hello, ', 'Clear skies, '));
    await expect(page.getByText('Clear skies, Ridgeline Aerial.')).toBeVisible(BUILT);
    await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('gusts from the west');
  });

  await test.step('an overlay names a source with a compile error', async () => {
    const overlay = page.frameLocator('iframe');
    await lab.edit(TEXTS, (content) => content.replace('export const', 'export konst'));
    await expect(overlay.getByText(/src\/texts\.ts/).first()).toBeVisible(BUILT);
    await lab.edit(TEXTS, (content) => content.replace('export konst', 'export const'));
    await expect(page.locator('iframe')).toHaveCount(0, BUILT);
    await expect(page.getByText('Clear skies, Ridgeline Aerial.')).toBeVisible(BUILT);
  });
});

test('the dev server serves the release of the module to the product', async ({ request }) => {
  const options = { headers: { origin: PRODUCT } };
  await expect(async () => {
    expect((await request.get(`${lab.url}/release.json`, options)).status()).toBe(200);
  }).toPass(BUILT);
  const response = await request.get(`${lab.url}/release.json`, options);
  expect(response.headers()['access-control-allow-origin']).toBe(PRODUCT);
  const { base, entry, version } = parseModuleBuild(await response.text(), lab.url);
  expect(base).toBe(`${lab.url}/remote/`);
  expect(version).toBe('0.1.0-dev');
  const script = await request.get(base + entry, options);
  expect(await script.text()).toContain('mfe_weather_0_1_0_dev');
});

test('the dev server sends an event for each build', async ({ page }) => {
  await page.goto(lab.url);
  const event = await page.evaluateHandle(
    () =>
      new Promise<{ next: Promise<unknown> }>((resolve) => {
        const source = new EventSource('/rebuilt');
        const next = new Promise((receive) =>
          source.addEventListener('rebuilt', ({ data }) => receive(data)),
        );
        source.addEventListener('open', () => resolve({ next }));
      }),
  );
  await lab.edit(TEXTS, (content) => content.replace('Clear skies, ', 'Rain, '));
  expect(await event.evaluate(({ next }) => next)).toBe('{"version":"0.1.0-dev"}');
});

test('the dev server stops on SIGTERM and closes its port', async ({ request }) => {
  expect(await lab.end()).toMatchObject({ code: 0 });
  await expect(request.get(lab.url)).rejects.toThrow('ECONNREFUSED');
});
