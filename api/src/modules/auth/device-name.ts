import { parse } from 'bowser';

/** The longest header that is read; a longer one is of no browser. */
const MOST_CHARACTERS = 512;

/**
 * Returns the browser and the system of a client, such as "Firefox on Windows", or null if neither is known.
 *
 * @param userAgent the header `User-Agent`
 */
export function deviceName(userAgent: string | undefined): string | null {
  if (!userAgent || userAgent.length > MOST_CHARACTERS) return null;
  const { browser, os } = parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(' on ') || null;
}
