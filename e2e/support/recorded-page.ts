import { expect, type Page } from '@playwright/test';

/** The releases that a page loads, and its errors. */
interface PageRecord {
  /** Versions of the requested scripts, by module name or `shell`. */
  versions: Map<string, Set<string>>;
  /** Script errors, and messages about the security policy and integrity hashes. */
  errors: string[];
}

const SCRIPT = /\/(?:modules\/)?([a-z-]+)\/(\d+\.\d+\.\d+)\/assets\/.+\.js$/;

/** Records a page from its next request. */
export function recordPage(page: Page): PageRecord {
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
  return { versions, errors };
}

/** Expects that a page has run exactly these versions, without an error. */
export async function expectOnly(
  page: Page,
  { versions, errors }: PageRecord,
  expected: Readonly<Record<string, string>>,
): Promise<void> {
  const actual = Object.fromEntries([...versions].map(([name, all]) => [name, [...all].join(' and ')]));
  expect(actual).toEqual(expected);
  expect(errors).toEqual([]);
  await expect(page.getByText(/is unavailable/)).toHaveCount(0);
}
