import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AERIAL_PHOTO, flightLog, SITE_PLAN } from '../support/files.ts';
import { mailedLink } from '../support/mailed-link.ts';
import { newUser, type NewUser } from '../support/users.ts';
import type { Place } from './in-page.ts';
import type { CheckTools } from './run-check.ts';
import { the, waitUntil, type Screen } from './screen.ts';

const TITLE = 'Quarry north face, volume survey';
const row = the('row', undefined, { has: TITLE });
const inRow = (name: string): Place => the('button', name, { within: row });
const dialog = the('dialog');
const inDialog = (role: string, name: string | RegExp): Place => the(role, name, { within: dialog });

async function signUp(screen: Screen, user: NewUser): Promise<void> {
  await screen.open('/signup');
  await screen.enter(the('textbox', /^Full Name/), user.name);
  await screen.enter(the('textbox', /^Email/), user.email);
  await screen.enter(the('textbox', /^Username/), user.username);
  const type = user.role === 'pilot' ? 'Drone Pilot' : 'Client (Need Surveying)';
  await screen.choose(the('combobox', /^Account Type/), type);
  await screen.enter({ label: /^Password/ }, user.password);
  await screen.enter({ label: /^Confirm Password/ }, user.password);
  await screen.click(the('button', 'Create Account'));
  await screen.see(the('heading', 'Sign in to your account'));
  await screen.enter({ label: /^Password/ }, user.password);
  await screen.click(the('button', 'Sign in'));
  await screen.see(the('heading', /Dashboard$/, { level: 1 }));
  await screen.see({ text: 'Confirm your email address' });
  const { origin } = new URL(await screen.window.url());
  await screen.open(await mailedLink(origin, user.email));
  await screen.click(the('button', 'Confirm Address'));
  await screen.click(the('link', 'Continue'));
  await screen.see(the('heading', /Dashboard$/, { level: 1 }));
  await screen.seeNo({ text: 'Confirm your email address' });
}

async function postJob(screen: Screen): Promise<void> {
  const form = the('form', 'Create Surveying Job');
  await screen.enter(the('textbox', /^Job Title/, { within: form }), TITLE);
  await screen.enter(
    the('textbox', /^Description/, { within: form }),
    'Stockpile volumes by the end of the month.',
  );
  await screen.choose(the('combobox', /^Survey Type/, { within: form }), 'Site Survey');
  await screen.enter(the('textbox', /^Location/, { within: form }), 'Georgetown, TX');
  await screen.enter({ label: /^Budget/, within: form }, '1250.50');
  await screen.enterDate({ label: /^Deadline/, within: form }, ['2031', '03', '14']);
  await screen.chooseFiles({ label: /attach|files/i, within: form }, [SITE_PLAN, AERIAL_PHOTO]);
  await screen.see({ text: '2 file(s) added successfully.' });
  await screen.click(the('button', 'Create Job', { within: form }));
  await screen.see(row);
  await screen.see({ text: '2 of 2 files uploaded' });
}

async function acceptJob(screen: Screen): Promise<void> {
  await screen.open('/browse-jobs');
  await screen.enter({ label: /^Search/ }, TITLE);
  await screen.click(the('button', 'View Details', { within: the('article', TITLE) }));
  await screen.see({ text: 'site-plan.pdf', within: dialog });
  await screen.click(inDialog('button', 'Accept Job'));
  await screen.click(inDialog('link', 'View in My Jobs'));
  await screen.seePath(/^\/jobs\?job=\d+$/);
  await screen.click(inDialog('button', 'Close'));
  await screen.seeNo(dialog);
}

async function flyAndReport(screen: Screen, { picture }: CheckTools): Promise<void> {
  await screen.open('/');
  await screen.click(the('button', /^Update:/, { within: row }));
  await screen.see(the('row', undefined, { has: 'In Progress' }));
  await screen.click(inRow('View'));
  await screen.click(inDialog('button', 'Upload Data'));
  await screen.chooseFiles({ label: 'Flight log', within: dialog }, [flightLog('airdata.csv')]);
  await screen.see(inDialog('img', /^The track from above/));
  await screen.enter(inDialog('textbox', /^Flight Number/), 'FL-101');
  await picture(screen, 'flight-log');
  await screen.click(inDialog('button', 'Save Flight Data'));
  await screen.see({ text: 'FL-101', within: dialog });
  await screen.press(inDialog('slider', 'Progress'), 'End');
  await screen.see({ text: 'Job progress updated to 100%' });
  await screen.click(inDialog('button', 'Mark as Review'));
  await screen.click(inDialog('button', 'Mark as Completed'));
  const question = the('alertdialog', 'Mark this job as completed?');
  await screen.click(the('button', 'Mark as Completed', { within: question }));
  await screen.seeNo(question);
  await screen.see({ text: 'Completed', within: dialog, isFirst: true });
  await picture(screen, 'completed-job');
  await screen.click(inDialog('button', 'Close'));
  await screen.see(inRow('With Client'));
}

async function pay(screen: Screen): Promise<void> {
  const payment = the('dialog', 'Secure Payment');
  await screen.open('/jobs');
  await screen.click(inRow('Pay'));
  await screen.enter(the('textbox', 'Card number', { within: payment }), '4242424242424242');
  await screen.enter(the('textbox', /^Expiration date/, { within: payment }), '12 / 34');
  await screen.enter(the('textbox', 'Security code', { within: payment }), '123');
  await screen.enter(the('textbox', 'ZIP code', { within: payment }), '78626');
  await screen.click(the('button', 'Pay $1,250.50', { within: payment }));
  await screen.seeNo(payment);
  await screen.see(the('row', undefined, { has: 'Paid' }));
}

async function readReceipt(screen: Screen, downloads: string): Promise<void> {
  await screen.click(the('button', /^Download receipt/));
  await waitUntil('a receipt', async () => {
    const files = await readdir(downloads);
    const receipt = files.find((file) => /^receipt-\d+-.*\.txt$/.test(file));
    if (receipt === undefined) return `the downloads are ${files.join(', ') || 'empty'}`;
    const text = await readFile(join(downloads, receipt), 'utf8');
    return text.includes(`Job: ${TITLE}\n`) && text.includes('$1,250.50') ? true : `the receipt is ${text}`;
  });
}

/** A client and a pilot carry one job from signup to paid, with attachments, a flight log and a receipt. */
export async function carryOneJob(tools: CheckTools): Promise<void> {
  const client = await tools.newScreen();
  const pilot = await tools.newScreen();
  await signUp(client, newUser('client', 'Maria Quarry'));
  await signUp(pilot, newUser('pilot', 'Sam Skyward'));
  await postJob(client);
  await acceptJob(pilot);
  await flyAndReport(pilot, tools);
  await pay(client);
  for (const screen of [client, pilot]) {
    await screen.open('/payments');
    await screen.see(the('row', undefined, { has: '$1,250.50' }));
  }
  await readReceipt(client, tools.downloads);
}
