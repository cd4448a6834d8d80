import { expect, type Browser, type Page } from '@playwright/test';

/** A page of which is written down what it ran and what it complained about. */
export interface RecordedPage {
  page: Page;
  /** Versions of which it has fetched a script, by `shell` and the modules' names. */
  versions: ReadonlyMap<string, ReadonlySet<string>>;
  /** Script errors, and what the browser refused by the security policy or an integrity. */
  complaints: readonly string[];
}

const SCRIPT = /\/(?:modules\/)?([a-z-]+)\/(\d+\.\d+\.\d+)\/assets\/.+\.js$/;

/** Opens a page in a browser of its own, and watches it from its first request on. */
export async function openRecorded(browser: Browser, product: string): Promise<RecordedPage> {
  const page = await (await browser.newContext({ baseURL: product })).newPage();
  const versions = new Map<string, Set<string>>();
  const complaints: string[] = [];
  page.on('request', (request) => {
    const [, name, version] = SCRIPT.exec(new URL(request.url()).pathname) ?? [];
    if (name === undefined || version === undefined) return;
    versions.set(name, (versions.get(name) ?? new Set()).add(version));
  });
  page.on('pageerror', (error) => complaints.push(`script error: ${error.message}`));
  page.on('console', (message) => {
    if (/content security policy|integrity/i.test(message.text())) complaints.push(message.text());
  });
  return { page, versions, complaints };
}

/** Expects that a page has run these versions and no others, and that nobody had to complain. */
export async function expectOnly(
  { page, versions, complaints }: RecordedPage,
  meant: Readonly<Record<string, string>>,
): Promise<void> {
  const ran = Object.fromEntries([...versions].map(([name, all]) => [name, [...all].join(' and ')]));
  expect(ran).toEqual(meant);
  expect(complaints).toEqual([]);
  await expect(page.getByText(/is unavailable/)).toHaveCount(0);
}
