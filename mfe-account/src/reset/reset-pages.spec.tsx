import { screen, waitFor } from '@testing-library/react';
import { aPilot, reply, type Handlers } from '@dps/contract/testing';
import { renderInShell, type Shell } from '@dps/ui/testing';
import { fillSilently } from '../testing/fake-browser.ts';
import ForgotPasswordPage from './ForgotPasswordPage.tsx';
import ResetPasswordPage from './ResetPasswordPage.tsx';
import RestoreAccountPage from './RestoreAccountPage.tsx';

const TOKEN = 'aB3-_'.repeat(8) + 'xyz';
const field = (label: string) => screen.getByLabelText(label, { selector: 'input' });
const sent = ({ calls }: Shell) => calls.filter(({ url }) => url.endsWith('/password-reset'));

describe('the page for a forgotten password', () => {
  const show = (handlers: Handlers = {}) =>
    renderInShell(<ForgotPasswordPage />, { path: '/forgot-password', handlers });

  async function request({ events }: Shell, email: string): Promise<void> {
    await events.click(field('Email'));
    await events.paste(email);
    await events.click(screen.getByRole('button', { name: 'Send Link' }));
  }

  it('[EMAIL-20, RESET-2, RESET-3] requests a link and does not say whether there is an account', async () => {
    const shell = show({ 'POST /api/auth/password-reset': () => reply(204) });
    expect(screen.getByRole('link', { name: 'Back to sign in' }).getAttribute('href')).toBe('/login');
    await request(shell, ' ada@example.com ');
    expect(await screen.findByRole('heading', { name: 'Check your mail', level: 1 })).toBeTruthy();
    const text = /^If an account has the address ada@example.com, a link is on its way\./;
    expect(screen.getByText(text)).toBeTruthy();
    await shell.events.click(screen.getByRole('button', { name: 'Use another address' }));
    expect(field('Email')).toHaveProperty('value', '');
    await request(shell, 'x@müller.example\u00a0');
    expect(await screen.findByText(/^If an account has the address x@xn--mller-kva.example,/)).toBeTruthy();
    expect(sent(shell).map(({ body }) => body)).toEqual([
      { email: 'ada@example.com' },
      { email: 'x@xn--mller-kva.example' },
    ]);
  });

  it('shows an invalid address at its field, and why no link was sent', async () => {
    const message = 'This product sends no mail. Please contact support.';
    const shell = show({
      'POST /api/auth/password-reset': () => reply(503, { code: 'unavailable', message, requestId: 'r-1' }),
    });
    await request(shell, 'ada');
    expect(await screen.findByText('Invalid email address')).toBeTruthy();
    expect(sent(shell)).toEqual([]);
    await request(shell, '@example.com');
    expect(await screen.findByRole('note')).toBeTruthy();
    expect(field('Email')).toHaveProperty('value', 'ada@example.com');
  });
});

describe('the page for a new password', () => {
  const show = (path: string, handlers: Handlers = {}) =>
    renderInShell(<ResetPasswordPage />, { path, handlers });

  async function choose({ events }: Shell, password = 'battery staple', confirmed = password): Promise<void> {
    await events.click(field('New Password'));
    await events.paste(password);
    await events.click(field('Confirm New Password'));
    await events.paste(confirmed);
    await events.click(screen.getByRole('button', { name: 'Change Password' }));
  }

  it('[RESET-4, RESET-5, RESET-8] removes the token from the address, and sends it with the password that a password manager filled in without an event', async () => {
    const shell = show(`/reset-password#${TOKEN}`, {
      'PUT /api/auth/password-reset': () => ({ removedPasskeys: 0 }),
    });
    fillSilently(field('New Password'), 'battery staple');
    fillSilently(field('Confirm New Password'), 'battery staple');
    await shell.events.click(screen.getByRole('button', { name: 'Change Password' }));
    expect(await screen.findByText('Your password is changed. You can now sign in.')).toBeTruthy();
    expect(sent(shell).map(({ body }) => body)).toEqual([{ token: TOKEN, newPassword: 'battery staple' }]);
    await waitFor(() => expect(shell.location()).toBe('/login'));
  });

  it('[SECURE-65] names the number of removed passkeys', async () => {
    const shell = show(`/reset-password#${TOKEN}`, {
      'PUT /api/auth/password-reset': () => ({ removedPasskeys: 2 }),
    });
    await choose(shell);
    const text = / Removed passkeys that were added after your last sign-in on a known device: 2\.$/;
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('shows errors at invalid fields, and sends nothing', async () => {
    const shell = show(`/reset-password#${TOKEN}`);
    await choose(shell, '12345', '123456');
    expect(await screen.findByText('Password must be at least 6 characters')).toBeTruthy();
    expect(screen.getByText("Passwords don't match")).toBeTruthy();
    expect(sent(shell)).toEqual([]);
  });

  it.each([
    [400, 'This password is among the most common ones.', 'validation_failed'],
    [404, 'This link is no longer valid. Please request a new one.', 'not_found'],
  ] as const)(
    '[RESET-7] shows the message of an error %s, and keeps what is typed',
    async (status, message, code) => {
      const errors = status === 400 ? [{ path: 'newPassword', message }] : undefined;
      const shell = show(`/reset-password#${TOKEN}`, {
        'PUT /api/auth/password-reset': () =>
          reply(status, { code, message, requestId: 'r-1', ...(errors && { errors }) }),
      });
      await choose(shell);
      expect(await screen.findByText(message)).toBeTruthy();
      expect(field('New Password')).toHaveProperty('value', 'battery staple');
      expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe(
        '/forgot-password',
      );
    },
  );

  it('[RESET-6] offers a new link if the address has no token', () => {
    renderInShell(<ResetPasswordPage />, { path: '/reset-password', user: aPilot() });
    expect(screen.getByText(/^This link is incomplete\./)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Change Password' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Request a new link' })).toBeTruthy();
  });
});

describe('the page that restores an account', () => {
  const show = (path: string, handlers: Handlers = {}) =>
    renderInShell(<RestoreAccountPage />, { path, handlers });
  const restored = ({ calls }: Shell) => calls.filter(({ url }) => url === '/api/auth/email-undo');

  async function restore({ events }: Shell): Promise<void> {
    await events.click(field('New Password'));
    await events.paste('battery staple');
    await events.click(field('Confirm New Password'));
    await events.paste('battery staple');
    await events.click(screen.getByRole('button', { name: 'Restore Account' }));
  }

  it('[SECURE-61] says what it does, removes the token from the address, and changes nothing until its button is used', async () => {
    const shell = show(`/restore-account#${TOKEN}`, {
      'POST /api/auth/email-undo': () => ({ removedPasskeys: 1 }),
    });
    expect(screen.getByRole('heading', { name: 'Restore your account', level: 1 })).toBeTruthy();
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Your previous email address becomes active again.',
      'Your passkeys, your authenticator app and your recovery codes are as they were before the change.',
      'All devices are signed out, and the links of earlier mails end.',
    ]);
    await waitFor(() => expect(shell.location()).toBe('/restore-account'));
    expect(restored(shell)).toEqual([]);
    await restore(shell);
    expect(
      await screen.findByText(/^Your account is restored\. You can now sign in\. .*: 1\.$/),
    ).toBeTruthy();
    expect(restored(shell).map(({ body }) => body)).toEqual([
      { token: TOKEN, newPassword: 'battery staple' },
    ]);
    await waitFor(() => expect(shell.location()).toBe('/login'));
  });

  it('shows the message of an error, and keeps what is typed', async () => {
    const message = 'Another account has your previous address now.';
    const shell = show(`/restore-account#${TOKEN}`, {
      'POST /api/auth/email-undo': () => reply(409, { code: 'email_taken', message, requestId: 'r-1' }),
    });
    await restore(shell);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(field('New Password')).toHaveProperty('value', 'battery staple');
  });

  it('says that a link without a token is incomplete', () => {
    show('/restore-account');
    expect(screen.getByText('This link is incomplete. Copy it completely from the mail.')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
