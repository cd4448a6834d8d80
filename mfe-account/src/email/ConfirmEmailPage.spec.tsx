import { screen, waitFor } from '@testing-library/react';
import { aPilot, reply, type Handlers } from '@dps/contract/testing';
import { renderInShell, type ShellOptions } from '@dps/ui/testing';
import ConfirmEmailPage from './ConfirmEmailPage.tsx';

const CONFIRM = 'POST /api/auth/email-confirmation';
const TOKEN = 'aB3-_'.repeat(8) + 'xyz';
const show = (handlers: Handlers = {}, options: ShellOptions = { user: aPilot() }) =>
  renderInShell(<ConfirmEmailPage />, {
    path: `/confirm-email#${TOKEN}`,
    handlers: { 'GET /api/user/current': () => aPilot(), ...handlers },
    ...options,
  });
const confirm = () => screen.getByRole('button', { name: 'Confirm Address' });

describe('the page of a link that confirms an address', () => {
  it('[EMAIL-1, EMAIL-2, EMAIL-3, EMAIL-7] removes the token from the address, sends it on a click only, and reads the user again', async () => {
    const { events, calls, location } = show(
      { [CONFIRM]: () => reply(204) },
      { user: aPilot({ mustConfirmEmail: true }) },
    );
    expect(location()).toBe('/confirm-email');
    expect(calls).toEqual([]);
    await events.click(confirm());
    const title = { name: 'Your email address is confirmed', level: 1 };
    expect(await screen.findByRole('heading', title)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/');
    expect(calls.map(({ method, body }) => [method, body])).toEqual([
      ['POST', { token: TOKEN }],
      ['GET', undefined],
    ]);
  });

  it('[SECURE-58] without a session leads to the sign-in page, which returns to the link', async () => {
    const { events, calls } = show({}, {});
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText(/^Sign in to the account whose address you confirm\./)).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Sign In to Confirm' });
    expect(link.getAttribute('href')).toBe('/login');
    await events.click(link);
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('[EMAIL-4] shows the message of an error, and leads to the profile', async () => {
    const message = 'This link is no longer valid.';
    const { events } = show({ [CONFIRM]: () => reply(404, { code: 'not_found', message }) });
    await events.click(confirm());
    expect(await screen.findByText(message)).toBeTruthy();
    expect(confirm()).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open Your Profile' }).getAttribute('href')).toBe('/profile');
  });

  it.each([
    ['no token', '/confirm-email'],
    ['a part of a token', `/confirm-email#${TOKEN.slice(0, 42)}`],
  ])(
    '[EMAIL-22] says that an address with %s is incomplete, and leads to the profile',
    async (_what, path) => {
      const { location } = show({}, { path, user: aPilot() });
      expect(screen.getByText(/^This link is incomplete\. Copy it completely from the mail/)).toBeTruthy();
      expect(screen.queryByRole('button')).toBeNull();
      expect(screen.getByRole('link', { name: 'Open Your Profile' }).getAttribute('href')).toBe('/profile');
      await waitFor(() => expect(location()).toBe('/confirm-email'));
    },
  );

  it.each([
    ['the entity of a bracket', `#${TOKEN}&gt;`],
    ['a blank before it', `#%20${TOKEN}`],
    ['a damaged encoding', `#${TOKEN}%E0%A4%A`],
    ['a line break within it', `#${TOKEN.slice(0, 20)}%0D%0A${TOKEN.slice(20)}`],
    ['a query instead of #', `?%23${TOKEN}`],
    ['a query of a mail program', `?utm_source=mail#${TOKEN}`],
  ])('[RESET-18] reads a token with %s, and removes it from the address', async (_what, end) => {
    const path = `/confirm-email${end}`;
    const { events, calls, location } = show({ [CONFIRM]: () => reply(204) }, { path, user: aPilot() });
    await waitFor(() => expect(location()).toBe('/confirm-email'));
    await events.click(confirm());
    expect(calls.flatMap(({ method, body }) => (method === 'POST' ? [body] : []))).toEqual([
      { token: TOKEN },
    ]);
  });
});
