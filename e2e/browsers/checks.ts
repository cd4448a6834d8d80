import type { Role } from '@dps/contract';
import { SCREENS } from '../support/files.ts';
import { demoAccount } from '../support/users.ts';
import { carryOneJob } from './one-job.ts';
import type { Check, CheckTools } from './run-check.ts';
import { the, type Screen } from './screen.ts';

/** Screen sizes in CSS pixels. */
const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1440, height: 900 };
const SIZES = [PHONE, DESKTOP];

/** Opens each page in each size. */
async function openPages(
  screen: Screen,
  paths: readonly string[],
  group: string,
  sizes: typeof SIZES,
  picture: CheckTools['picture'],
): Promise<void> {
  for (const path of paths) {
    await screen.open(path);
    for (const { width, height } of sizes) {
      await screen.window.resize(width, height);
      await screen.seeLoaded();
      await picture(screen, `${group}${path.replaceAll('/', '-')}-${width}`);
    }
  }
}

async function signIn(screen: Screen, role: Role): Promise<void> {
  const { username, password } = demoAccount(role);
  await screen.open('/login');
  await screen.enter(the('textbox', /^Username/), username);
  await screen.enter({ label: /^Password/ }, password);
  await screen.click(the('button', 'Sign in'));
  await screen.see(the('heading', /Dashboard$/, { level: 1 }));
  await screen.seeLoaded();
}

async function signOut(screen: Screen): Promise<void> {
  await screen.click(the('button', 'User menu'));
  await screen.click(the('menuitem', 'Sign out'));
  await screen.see(the('button', 'Sign in'));
  await screen.open('/');
  await screen.see(the('button', 'Sign in'));
  await screen.seePath(/^\/login$/);
}

async function seePaymentDialog({ newScreen, picture }: CheckTools): Promise<void> {
  const screen = await newScreen();
  await signIn(screen, 'client');
  await screen.open('/jobs');
  const dialog = the('dialog', 'Secure Payment');
  const card = the('textbox', 'Card number', { within: dialog });
  await screen.click(the('button', /^Pay\b/, { isFirst: true }));
  await screen.enter(card, '4000000000000002');
  for (const { width, height } of SIZES) {
    await screen.window.resize(width, height);
    await screen.see(card);
    await screen.fits();
    await picture(screen, `payment-dialog-${width}`);
  }
  await screen.enter(the('textbox', /^Expiration date/, { within: dialog }), '12 / 34');
  await screen.enter(the('textbox', 'Security code', { within: dialog }), '123');
  await screen.enter(the('textbox', 'ZIP code', { within: dialog }), '78626');
  await screen.click(the('button', /^Pay/, { within: dialog }));
  await screen.see({ text: 'Your card was declined.', within: dialog });
  await screen.press(card, 'Escape');
  await screen.seeNo(the('dialog'));
}

const guestPages = (sizes: typeof SIZES): Check => ({
  name: 'pages before sign-in',
  run: async ({ newScreen, picture }) => openPages(await newScreen(), SCREENS.guest, 'guest', sizes, picture),
});

const pagesOf = (role: Role, sizes: typeof SIZES): Check => ({
  name: `sign-in, pages and sign-out of a ${role}`,
  run: async ({ newScreen, picture }) => {
    const screen = await newScreen();
    await signIn(screen, role);
    await openPages(screen, SCREENS.user, role, sizes, picture);
    await screen.window.resize(DESKTOP.width, DESKTOP.height);
    await signOut(screen);
  },
});

const PAYMENT: Check = { name: 'payment dialog, with a declined card', run: seePaymentDialog };

/** The checks of the test command. */
export const SHORT_CHECKS: readonly Check[] = [
  guestPages([PHONE]),
  pagesOf('client', [PHONE]),
  pagesOf('pilot', [DESKTOP]),
  PAYMENT,
];

export const ALL_CHECKS: readonly Check[] = [
  guestPages(SIZES),
  pagesOf('client', SIZES),
  pagesOf('pilot', SIZES),
  PAYMENT,
  { name: 'one job from signup to paid', run: carryOneJob },
];
