import { screen, waitFor, within } from '@testing-library/react';
import type { SessionView } from '@dps/contract';
import { aPilot, reply, type FakeRequest, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { fillSilently } from '../testing/fake-browser.ts';
import SecurityPage from './SecurityPage.tsx';

const session = (given: Partial<SessionView> & Pick<SessionView, 'id'>): SessionView => ({
  device: 'Chrome on Linux',
  network: '203.0.113.9',
  signedInAt: '2026-11-01T12:04:00.000Z',
  lastSeenAt: '2026-11-20T12:05:00.000Z',
  isCurrent: false,
  ...given,
});
const OWN = session({ id: '0a', isCurrent: true });
const PHONE = session({ id: '0b', device: 'Safari on iOS' });
const UNNAMED = session({ id: '0c', device: null, network: null });

const show = (handlers: Handlers = {}) =>
  renderInShell(<SecurityPage />, {
    path: '/security',
    user: aPilot(),
    handlers: {
      'GET /api/user/sessions': () => [OWN, PHONE, UNNAMED],
      'GET /api/user/second-factor': () => ({ activeSince: null, recoveryCodes: 0, passkeys: 0 }),
      'GET /api/user/passkeys': () => [],
      ...handlers,
    },
  });

const field = (label: string) => screen.getByLabelText(label, { selector: 'input' });
const row = (device: string) => within(screen.getByRole('row', { name: new RegExp(device) }));

const reads = (calls: FakeRequest[]) => calls.filter(({ url }) => url === '/api/user/sessions');

type Events = ReturnType<typeof show>['events'];
async function fill(events: Events, next = 'battery staple', confirmed = next): Promise<void> {
  for (const [label, text] of [
    ['Current Password', 'correct horse'],
    ['New Password', next],
    ['Confirm New Password', confirmed],
  ] as const) {
    await events.click(field(label));
    await events.paste(text);
  }
  await events.click(screen.getByRole('button', { name: 'Change Password' }));
}

describe('the security page', () => {
  it('[SECURITY-1, SECURITY-7, DATA-1] shows its title, the devices and the tabs of the settings', async () => {
    const { events, location } = show();
    expect(screen.getByRole('heading', { name: 'Security', level: 1 })).toBeTruthy();
    expect(screen.getByText('Your password and the devices on which you are signed in')).toBeTruthy();
    const privacy = screen.getByRole('link', { name: 'How we use your data' });
    expect(privacy.getAttribute('href')).toBe('/privacy');
    const tabs = within(screen.getByRole('navigation', { name: 'Settings' }));
    const places = tabs.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(places).toEqual(['/profile', '/security', '/mail', '/your-data']);
    expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe('Security');
    expect(await screen.findByText('This device')).toBeTruthy();
    expect(row('Safari on iOS').getByText('203.0.113.9')).toBeTruthy();
    expect(row('Safari on iOS').getByText(/Nov 1, 2026/)).toBeTruthy();
    expect(row('Safari on iOS').getByText(/Nov 20, 2026/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Sign out Unknown' })).toBeTruthy();
    await events.click(tabs.getByRole('link', { name: 'Profile' }));
    expect(location()).toBe('/profile');
  });

  it('[LOGIN-18, SECURITY-2, SECURITY-3, SECURITY-6] changes the password that a password manager filled in without an event, empties the form and reads the devices again', async () => {
    let finish = (): void => undefined;
    const { calls, events } = show({
      'PUT /api/user/password': () => new Promise((resolve) => (finish = () => resolve(reply(204)))),
    });
    await screen.findByText('This device');
    fillSilently(field('Current Password'), 'correct horse');
    for (const label of ['New Password', 'Confirm New Password'])
      fillSilently(field(label), 'battery staple');
    await events.click(screen.getByRole('button', { name: 'Change Password' }));
    expect(await screen.findByRole('button', { name: 'Changing password...' })).toBeTruthy();
    finish();
    const done = 'Your password is changed. Other devices are signed out.';
    expect(await screen.findByText(done)).toBeTruthy();
    expect(field('Current Password')).toHaveProperty('value', '');
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      currentPassword: 'correct horse',
      newPassword: 'battery staple',
    });
    await waitFor(() => expect(reads(calls)).toHaveLength(2));
  });

  it('[SECURITY-4] shows errors at invalid fields, and sends nothing', async () => {
    const { calls, events } = show();
    await screen.findByText('This device');
    await fill(events, '12345', '123456');
    expect(await screen.findByText('Password must be at least 6 characters')).toBeTruthy();
    expect(screen.getByText("Passwords don't match")).toBeTruthy();
    expect(calls.some(({ method }) => method === 'PUT')).toBe(false);
  });

  it('[SECURITY-5] shows a wrong current password at its field, and keeps what is typed', async () => {
    const message = 'This is not your current password.';
    const errors = [{ path: 'currentPassword', message }];
    const { events } = show({
      'PUT /api/user/password': () =>
        reply(400, { code: 'validation_failed', message: 'Please check.', requestId: 'r-1', errors }),
    });
    await screen.findByText('This device');
    await fill(events);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByText('Failed to change the password. Please try again.')).toBeTruthy();
    expect(field('New Password')).toHaveProperty('value', 'battery staple');
  });

  it('[SECURITY-8] signs one device out and reads the list again, which keeps a device that cannot be signed out', async () => {
    let sessions = [OWN, PHONE];
    let fails = true;
    const { events } = show({
      'GET /api/user/sessions': () => sessions,
      'DELETE /api/user/sessions/0b': () => {
        if (fails) return reply(503);
        sessions = [OWN];
        return reply(204);
      },
    });
    const signOut = () => screen.findByRole('button', { name: 'Sign out Safari on iOS' });
    await events.click(await signOut());
    expect(await screen.findByText('Failed to sign the device out. Please try again.')).toBeTruthy();
    fails = false;
    await events.click(await signOut());
    expect(await screen.findByText('The device is signed out.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Safari on iOS')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Sign Out All Other Devices' })).toBeNull();
  });

  it('[SECURITY-9] signs all other devices out after a confirmation', async () => {
    let sessions = [OWN, PHONE, UNNAMED];
    const { calls, events } = show({
      'GET /api/user/sessions': () => sessions,
      'DELETE /api/user/sessions': () => {
        sessions = [OWN];
        return reply(204);
      },
    });
    await events.click(await screen.findByRole('button', { name: 'Sign Out All Other Devices' }));
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
    const question = within(screen.getByRole('alertdialog', { name: 'Sign out all other devices?' }));
    await events.click(question.getByRole('button', { name: 'Sign Out All Other Devices' }));
    expect(await screen.findByText('All other devices are signed out.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Safari on iOS')).toBeNull());
  });

  it('offers to load the devices again after an error', async () => {
    let fails = true;
    const { events } = show({ 'GET /api/user/sessions': () => (fails ? reply(503) : [OWN]) });
    expect(await screen.findByText(/Failed to load your devices/)).toBeTruthy();
    fails = false;
    await events.click(screen.getByRole('button', { name: /again|Retry/ }));
    expect(await screen.findByText('This device')).toBeTruthy();
  });
});
