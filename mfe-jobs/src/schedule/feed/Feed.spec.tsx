import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { reply, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { PILOT } from '../../testing/samples.ts';
import SchedulePage from '../SchedulePage.tsx';

const FIRST = 'https://surveys.example/api/calendar/first.ics';
const SECOND = 'https://surveys.example/api/calendar/second.ics';
const fails = () => reply(503, { code: 'unavailable', message: 'Try again soon.' });

/** Opens the dialog of the calendar feed. */
async function open(address: string | null, handlers: Handlers = {}) {
  const shell = renderInShell(<SchedulePage />, {
    user: PILOT,
    path: '/schedule',
    handlers: {
      'GET /api/jobs/pilot/:id': () => [],
      'GET /api/user/calendar': () => ({ address }),
      'PUT /api/user/calendar': () => ({ address: FIRST }),
      'POST /api/user/calendar': () => ({ address: SECOND }),
      ...handlers,
    },
  });
  const opener = screen.getByRole('button', { name: 'Calendar Feed' });
  await shell.events.click(opener);
  return { ...shell, opener, dialog: within(await screen.findByRole('dialog', { name: 'Calendar Feed' })) };
}
type Opened = Awaited<ReturnType<typeof open>>;

const address = ({ dialog }: Opened) =>
  dialog.findByRole<HTMLInputElement>('textbox', { name: 'Secret address' });
const changes = ({ calls }: Opened) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method }) => method);

describe('the calendar feed of the schedule', () => {
  it('[FEED-2] shows that the address loads, and has no address before the user creates it', async () => {
    const response = Promise.withResolvers<unknown>();
    const opened = await open(null, { 'GET /api/user/calendar': () => response.promise });
    expect((await opened.dialog.findByText('Loading...')).closest('[role="status"]')).toBeTruthy();
    expect(opened.location()).toBe('/schedule?feed=1');
    response.resolve({ address: null });
    expect(await opened.dialog.findByText(/There is no address yet/)).toBeTruthy();
    expect(changes(opened)).toEqual([]);
    await opened.events.click(opened.dialog.getByRole('button', { name: 'Create address' }));
    expect((await address(opened)).value).toBe(FIRST);
    expect((await address(opened)).readOnly).toBe(true);
    expect(changes(opened)).toEqual(['PUT']);
  });

  it('[FEED-1, FEED-6] reads the address each time it opens, with a retry, and returns the focus', async () => {
    let fail = true;
    const opened = await open(FIRST, {
      'GET /api/user/calendar': () => (fail ? fails() : { address: FIRST }),
    });
    expect((await opened.dialog.findByRole('alert')).textContent).toContain('Try again soon.');
    fail = false;
    await opened.events.click(opened.dialog.getByRole('button', { name: 'Try again' }));
    expect((await address(opened)).value).toBe(FIRST);
    await opened.events.click(await address(opened));
    await opened.events.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(opened.opener);
    expect(opened.location()).toBe('/schedule');
    await opened.events.click(opened.opener);
    await screen.findByRole('textbox', { name: 'Secret address' });
    expect(opened.calls.filter(({ url }) => url === '/api/user/calendar')).toHaveLength(3);
  });

  it('[FEED-3, FEED-4] copies the address, or selects it if the browser refuses, and links to calendar apps', async () => {
    const opened = await open(FIRST);
    const field = await address(opened);
    const links = opened.dialog
      .getAllByRole('link')
      .map((link) => `${link.textContent}: ${link.getAttribute('href')}`);
    const encoded = encodeURIComponent(FIRST);
    expect(links).toEqual([
      `Add to Google: https://calendar.google.com/calendar/r?cid=${encoded.replace('https', 'webcal')}`,
      'Add to Apple: webcal://surveys.example/api/calendar/first.ics',
      `Add to Outlook: https://outlook.live.com/calendar/0/addfromweb?url=${encoded}&name=Drone%20Pilot%20Surveys`,
    ]);
    const copy = opened.dialog.getByRole('button', { name: 'Copy' });
    await opened.events.click(copy);
    expect(await opened.dialog.findByText('Copied.')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(FIRST);
    const refusal = jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
    await opened.events.click(copy);
    expect(await opened.dialog.findByText(/Copy the selected text/)).toBeTruthy();
    expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(FIRST);
    refusal.mockRestore();
  });

  it('[FEED-5, FEED-6] replaces the address after a confirmation, and keeps it if that fails', async () => {
    const responses = [() => ({ address: SECOND }), fails, () => ({ address: FIRST })];
    const opened = await open(FIRST, { 'POST /api/user/calendar': () => responses.shift()?.() });
    await address(opened);
    const replace = opened.dialog.getByRole('button', { name: 'New address' });
    const press = async (name: string) => {
      await opened.events.click(replace);
      const question = within(screen.getByRole('alertdialog', { name: 'Create a new address?' }));
      await opened.events.click(question.getByRole('button', { name }));
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
      expect(document.activeElement).toBe(replace);
    };
    await press('Cancel');
    expect(changes(opened)).toEqual([]);
    await press('New address');
    expect(await screen.findByText('The previous address no longer works.')).toBeTruthy();
    expect((await address(opened)).value).toBe(SECOND);
    await press('New address');
    expect((await opened.dialog.findByRole('alert')).textContent).toContain('Try again soon.');
    expect((await address(opened)).value).toBe(SECOND);
    await opened.events.click(opened.dialog.getByRole('button', { name: 'Try again' }));
    await waitFor(async () => expect((await address(opened)).value).toBe(FIRST));
    expect(changes(opened)).toEqual(['POST', 'POST', 'POST']);
  });
});
