import { expect, type Browser, type Page } from '@playwright/test';

/** A page with a record of the releases that it loads and of its errors. */
export interface RecordedPage {
  page: Page;
  /** Versions of the requested scripts, by module name or `shell`. */
  versions: ReadonlyMap<string, ReadonlySet<string>>;
  /** Script errors, and messages about the security policy and integrity hashes. */
  errors: readonly string[];
}

const SCRIPT = /\/(?:modules\/)?([a-z-]+)\/(\d+\.\d+\.\d+)\/assets\/.+\.js$/;

/** Opens a page in a new browser context and records it from its first request. */
export async function openRecorded(browser: Browser, product: string): Promise<RecordedPage> {
  const page = await (await browser.newContext({ baseURL: product })).newPage();
  const versions = new Map<string, Set<string>>();
  const errors: string[] = [];
  page.on('request', (request) => {
    const [, name, version] = SCRIPT.exec(new URL(request.url()).pathname) ?? [];
    if (name === undefined || version === undefined) return;
    versions.set(name, (versions.get(name) ?? new Set()).add(version));
  });
  page.on('pageerror', (error) => errors.push(`script error: ${error.message}`));
  page.on('console', (message) => {
    if (/content security policy|integrity/i.test(message.text())) errors.push(message.text());
  });
  return { page, versions, errors };
}

/** Expects that a page has run exactly these versions, without an error. */
export async function expectOnly(
  { page, versions, errors }: RecordedPage,
  expected: Readonly<Record<string, string>>,
): Promise<void> {
  const actual = Object.fromEntries([...versions].map(([name, all]) => [name, [...all].join(' and ')]));
  expect(actual).toEqual(expected);
  expect(errors).toEqual([]);
  await expect(page.getByText(/is unavailable/)).toHaveCount(0);
}
