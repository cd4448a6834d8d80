import { parse } from 'bowser';

/** The longest header that is read; a longer one is of no browser. */
const MOST_CHARACTERS = 512;
/** For another browser, the library returns the client's own text. A client must not write texts of the product. */
const BROWSERS: ReadonlySet<string | undefined> = new Set([
  'Android Browser',
  'Chrome',
  'Chromium',
  'DuckDuckGo',
  'Firefox',
  'Microsoft Edge',
  'Opera',
  'Safari',
  'Samsung Internet for Android',
  'Vivaldi',
  'Yandex Browser',
]);

/**
 * Returns the browser and the system of a client, such as "Firefox on Windows", or null if neither is known.
 *
 * @param userAgent the header `User-Agent`
 */
export function deviceName(userAgent: string | undefined): string | null {
  if (!userAgent || userAgent.length > MOST_CHARACTERS) return null;
  const { browser, os } = parse(userAgent);
  const name = BROWSERS.has(browser.name) ? browser.name : os.name && 'Unknown browser';
  return [name, os.name].filter(Boolean).join(' on ') || null;
}
