import { test as base, expect, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import type { Role } from '@dps/contract';
import { newUser, signUp, type NewUser } from './users.ts';

/** Returns the origin of the composed product. */
function productUrl(): string {
  const url = process.env['DPS_URL'];
  if (!url) throw new Error('The global setup did not start the product');
  return url;
}

/** The device of a user: its window, its input and its colour scheme. */
type Device = Pick<BrowserContextOptions, 'viewport' | 'isMobile' | 'hasTouch' | 'colorScheme'>;

/** The smallest and the largest device of the journeys. */
export const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } as const;
export const DESKTOP = { viewport: { width: 1440, height: 900 } } as const;

/** Playwright fills in fields in Firefox by their property `value`, whose changes React does not see. Runs in the page. */
function showFilling(): void {
  const show = ({ isTrusted, target }: Event) => {
    if (isTrusted || !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
    const { value } = target;
    target.value = '';
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), 'value')?.set?.call(target, value);
  };
  addEventListener('input', show, true);
}

/** Stops the clock of toasts, which close after 5 s. Runs in the page. */
export function keepToasts(): void {
  const { setTimeout: start } = globalThis;
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms?: number) => (ms === 5000 ? 0 : start(run, ms)),
  });
}

/** Opens a page in a new browser context and collects its errors. */
async function openPage(
  browser: Browser,
  errors: string[],
  { isMobile, ...device }: Device = {},
): Promise<Page> {
  const isFirefox = browser.browserType().name() === 'firefox';
  // Firefox emulates the size and the input of a phone alone.
  const context = await browser.newContext({
    baseURL: productUrl(),
    ...device,
    ...(!isFirefox && { isMobile: isMobile ?? false }),
  });
  if (isFirefox) await context.addInitScript(showFilling);
  const page = await context.newPage();
  page.on('pageerror', (error) => errors.push(`script error: ${error.message}`));
  page.on('console', (message) => {
    if (/content security policy|integrity|trusted ?(html|script|type)/i.test(message.text()))
      errors.push(message.text());
  });
  return page;
}

type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;

interface WorkerFixtures {
  /** Returns the cookies of a signed-in user of a role, whom all journeys of the worker share. */
  sessionOf: (role: Role) => Promise<Cookies>;
}

interface Fixtures {
  /** Opens a signed-out page in a new browser context. */
  open: (device?: Device) => Promise<Page>;
  /** Opens a blank page of the worker's user of a role. The journey does not change the account, and does not sign out. */
  signedIn: (role: Role, device?: Device) => Promise<Page>;
  /** Signs a new user up in a new browser context. The page is blank, for a journey that opens another address or none. */
  signedUp: (user: NewUser, device?: Device) => Promise<Page>;
  /** Signs a new user up in a new browser context and opens the dashboard. */
  as: (user: NewUser, device?: Device) => Promise<Page>;
}

const NAMES: Readonly<Record<Role, string>> = { client: 'Maria Quarry', pilot: 'Sam Skyward' };

/**
 * Every journey fails on a script error, and on content that the security policy or an integrity hash blocks. Each
 * journey creates its own jobs through the API, so journeys are independent.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  sessionOf: [
    async ({ playwright }, use) => {
      const sessions = new Map<Role, Cookies>();
      await use(async (role) => {
        const known = sessions.get(role);
        if (known) return known;
        const baseURL = productUrl();
        const ignoreHTTPSErrors = baseURL.startsWith('https://');
        const request = await playwright.request.newContext({ baseURL, ignoreHTTPSErrors });
        await signUp(request, newUser(role, NAMES[role]));
        const { cookies } = await request.storageState();
        await request.dispose();
        sessions.set(role, cookies);
        return cookies;
      });
    },
    { scope: 'worker' },
  ],
  open: async ({ browser }, use) => {
    const errors: string[] = [];
    const pages: Page[] = [];
    await use(async (device) => {
      const page = await openPage(browser, errors, device);
      pages.push(page);
      return page;
    });
    for (const page of pages) await page.context().close();
    expect(errors).toEqual([]);
  },
  signedIn: async ({ open, sessionOf }, use) => {
    await use(async (role, device) => {
      const page = await open(device);
      await page.context().addCookies(await sessionOf(role));
      return page;
    });
  },
  signedUp: async ({ open }, use) => {
    await use(async (user, device) => {
      const page = await open(device);
      await signUp(page.request, user);
      return page;
    });
  },
  as: async ({ signedUp }, use) => {
    await use(async (user, device) => {
      const page = await signedUp(user, device);
      await page.goto('/');
      return page;
    });
  },
});

export { expect };
