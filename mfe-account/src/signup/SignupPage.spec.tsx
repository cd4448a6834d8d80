import { screen, waitFor } from '@testing-library/react';
import { aPilot, reply, type Handlers } from '@dps/contract/testing';
import { renderInShell, type Shell } from '@dps/ui/testing';
import { fillSilently } from '../testing/fake-browser.ts';
import SignupPage from './SignupPage.tsx';

const show = (handlers: Handlers = {}) => renderInShell(<SignupPage />, { path: '/signup', handlers });
const field = (label: string) => screen.getByLabelText(label);

async function fill({ events }: Shell, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await events.click(field(label));
    await events.paste(value);
  }
}

async function choose({ events }: Shell, type: string): Promise<void> {
  await events.click(screen.getByRole('combobox', { name: 'Account Type' }));
  await events.click(screen.getByRole('option', { name: type }));
}

const submit = ({ events }: Shell) => events.click(screen.getByRole('button', { name: 'Create Account' }));

const signups = ({ calls }: Shell) => calls.flatMap(({ method, body }) => (method === 'POST' ? [body] : []));

const account = {
  'Full Name': 'Dana Pilot',
  Email: 'dana@example.test',
  Username: 'dana',
  Password: 'secret-1',
  'Confirm Password': 'secret-1',
};

describe('the signup page', () => {
  it('[SIGNUP-1] shows its title', () => {
    show();
    expect(screen.getByRole('heading', { name: 'Create your account', level: 1 })).toBeTruthy();
  });

  it('[SIGNUP-5] shows and hides both passwords', async () => {
    const { events } = show();
    const types = () => ['Password', 'Confirm Password'].map((label) => field(label).getAttribute('type'));
    expect(types()).toEqual(['password', 'password']);
    for (const toggle of screen.getAllByRole('button', { name: 'Show password' })) await events.click(toggle);
    expect(types()).toEqual(['text', 'text']);
    for (const toggle of screen.getAllByRole('button', { name: 'Hide password' })) await events.click(toggle);
    expect(types()).toEqual(['password', 'password']);
  });

  it('[SIGNUP-2, SIGNUP-18, SIGNUP-19] creates a pilot with flight hours and opens the login page', async () => {
    const shell = show({ 'POST /api/auth/signup': () => reply(201, aPilot()) });
    await fill(shell, account);
    await choose(shell, 'Drone Pilot');
    await fill(shell, { 'Flight Hours (Optional)': '120.5' });
    await submit(shell);
    await waitFor(() => expect(shell.location()).toBe('/login'));
    expect(screen.getByText('Account created!')).toBeTruthy();
    expect(screen.getByText(/You can now sign in\.$/)).toBeTruthy();
    expect(signups(shell)).toEqual([
      {
        name: 'Dana Pilot',
        email: 'dana@example.test',
        username: 'dana',
        password: 'secret-1',
        role: 'pilot',
        flightHours: 120.5,
      },
    ]);
  });

  it('sends what a password manager filled in without an event', async () => {
    const shell = show({ 'POST /api/auth/signup': () => reply(201, aPilot()) });
    await choose(shell, 'Client (Need Surveying)');
    for (const [label, value] of Object.entries(account)) fillSilently(field(label), value);
    await submit(shell);
    await waitFor(() => expect(shell.location()).toBe('/login'));
    expect(signups(shell)).toMatchObject([
      {
        name: 'Dana Pilot',
        email: 'dana@example.test',
        username: 'dana',
        password: 'secret-1',
        role: 'client',
      },
    ]);
  });

  it('[SIGNUP-3, SIGNUP-4] shows the flight hours to pilots only', async () => {
    const shell = show();
    expect(screen.queryByLabelText('Flight Hours (Optional)')).toBeNull();
    await choose(shell, 'Client (Need Surveying)');
    expect(screen.queryByLabelText('Flight Hours (Optional)')).toBeNull();
    await choose(shell, 'Drone Pilot');
    expect(field('Flight Hours (Optional)').getAttribute('step')).toBe('0.1');
  });

  it('[SIGNUP-13] shows an error at a different password confirmation, and sends nothing', async () => {
    const shell = show();
    await fill(shell, { ...account, 'Confirm Password': 'secret-2' });
    await choose(shell, 'Client (Need Surveying)');
    await submit(shell);
    const confirm = await screen.findByLabelText('Confirm Password');
    await waitFor(() => expect(confirm.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByText("Passwords don't match")).toBeTruthy();
    expect(signups(shell)).toEqual([]);
  });

  it('[SIGNUP-20, SIGNUP-22] shows an error at a username that is taken, until it changes', async () => {
    const message = 'That username is taken.';
    const shell = show({
      'POST /api/auth/signup': () => reply(409, { code: 'username_taken', message, requestId: 'r' }),
    });
    await fill(shell, account);
    await choose(shell, 'Client (Need Surveying)');
    await submit(shell);
    expect(await screen.findByText('Signup failed')).toBeTruthy();
    await waitFor(() => expect(field('Username').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getAllByText(message)).toHaveLength(2);
    expect(document.activeElement).toBe(field('Username'));
    await fill(shell, { Email: 'x' });
    expect(field('Username').getAttribute('aria-invalid')).toBe('true');
    await fill(shell, { Username: '2' });
    await waitFor(() => expect(field('Username').getAttribute('aria-invalid')).toBe('false'));
    expect(shell.location()).toBe('/signup');
  });

  it('[SIGNUP-6] sends only one request at a time', async () => {
    const shell = show({ 'POST /api/auth/signup': () => new Promise(() => {}) });
    await fill(shell, account);
    await choose(shell, 'Client (Need Surveying)');
    await submit(shell);
    await shell.events.click(await screen.findByRole('button', { name: 'Creating account...' }));
    await shell.events.type(field('Username'), '{Enter}');
    expect(signups(shell)).toHaveLength(1);
  });

  it('[SIGNUP-21] shows a default message when the server returns none', async () => {
    const shell = show({ 'POST /api/auth/signup': () => reply(502) });
    await fill(shell, account);
    await choose(shell, 'Client (Need Surveying)');
    await submit(shell);
    expect(await screen.findAllByText('Failed to create account. Please try again.')).toHaveLength(2);
  });

  it('has the attributes that password managers require', () => {
    show();
    const hints = ['Full Name', 'Email', 'Username', 'Password', 'Confirm Password'].map((label) =>
      field(label).getAttribute('autocomplete'),
    );
    expect(hints).toEqual(['name', 'email', 'username', 'new-password', 'new-password']);
    expect([field('Username').id, field('Password').id]).toEqual(['signup-username', 'signup-password']);
  });

  it('[SIGNUP-23] links to the page about privacy', () => {
    show();
    const link = screen.getByRole('link', { name: 'How we use your data' });
    expect(link.getAttribute('href')).toBe('/privacy');
  });

  it('[SIGNUP-7] links to the login page', () => {
    show();
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
  });
});
