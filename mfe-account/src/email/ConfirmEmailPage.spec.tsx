import { screen } from '@testing-library/react';
import { aPilot, reply, type Handlers } from '@dps/contract/testing';
import { renderInShell, type ShellOptions } from '@dps/ui/testing';
import ConfirmEmailPage from './ConfirmEmailPage.tsx';

const CONFIRM = 'POST /api/auth/email-confirmation';
const show = (handlers: Handlers = {}, options: ShellOptions = {}) =>
  renderInShell(<ConfirmEmailPage />, { path: '/confirm-email#t0ken', handlers, ...options });
const confirm = () => screen.getByRole('button', { name: 'Confirm Address' });

describe('the page of a link that confirms an address', () => {
  it('removes the token from the address, and sends it on a click only', async () => {
    const { events, calls, location } = show({ [CONFIRM]: () => reply(204) });
    expect(location()).toBe('/confirm-email');
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
    await events.click(confirm());
    expect(
      await screen.findByRole('heading', { name: 'Your email address is confirmed', level: 1 }),
    ).toBeTruthy();
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { token: 't0ken' },
    ]);
    expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/');
  });

  it('reads the signed-in user again', async () => {
    const user = aPilot({ mustConfirmEmail: true });
    const { events, calls } = show(
      { [CONFIRM]: () => reply(204), 'GET /api/user/current': () => aPilot() },
      { user },
    );
    await events.click(confirm());
    await screen.findByRole('link', { name: 'Continue' });
    expect(calls.filter(({ url }) => url === '/api/user/current')).toHaveLength(1);
  });

  it.each([
    [404, 'not_found', 'This link is no longer valid.'],
    [409, 'email_taken', 'This email address is already in use.'],
  ])('shows the message of an error %s, and leads to the profile', async (status, code, message) => {
    const { events } = show({ [CONFIRM]: () => reply(status, { code, message, requestId: 'r-1' }) });
    await events.click(confirm());
    expect(await screen.findByText(message)).toBeTruthy();
    expect(confirm()).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open Your Profile' }).getAttribute('href')).toBe('/profile');
  });

  it('says that an address without a token is incomplete', () => {
    show({}, { path: '/confirm-email' });
    expect(screen.getByText(/^This link is incomplete\./)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
