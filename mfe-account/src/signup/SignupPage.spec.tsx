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
/** The account in the request. */
const sent = { name: 'Dana Pilot', email: 'dana@example.test', username: 'dana', password: 'secret-1' };

describe('the signup page', () => {
  it('[SIGNUP-1, SIGNUP-5, SIGNUP-7, SIGNUP-23, SIGNUP-24] shows its title, its links and both passwords, with the attributes that password managers require', async () => {
    const { events } = show();
    expect(screen.getByRole('heading', { name: 'Create your account', level: 1 })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
    const privacy = screen.getByRole('link', { name: 'How we use your data' });
    expect(privacy.getAttribute('href')).toBe('/privacy');
    const hints = ['Full Name', 'Email', 'Username', 'Password', 'Confirm Password'].map((label) =>
      field(label).getAttribute('autocomplete'),
    );
    expect(hints).toEqual(['name', 'email', 'username', 'new-password', 'new-password']);
    expect([field('Username').id, field('Password').id]).toEqual(['signup-username', 'signup-password']);
    const rule = 'At least 6 characters, not a common password';
    const described = field('Password').getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toBe(rule);
    const types = () => ['Password', 'Confirm Password'].map((label) => field(label).getAttribute('type'));
    expect(types()).toEqual(['password', 'password']);
    for (const toggle of screen.getAllByRole('button', { name: 'Show password' })) await events.click(toggle);
    expect(types()).toEqual(['text', 'text']);
    for (const toggle of screen.getAllByRole('button', { name: 'Hide password' })) await events.click(toggle);
    expect(types()).toEqual(['password', 'password']);
  });

  it('[SIGNUP-2, SIGNUP-3, SIGNUP-4, SIGNUP-18, SIGNUP-19] creates a pilot with flight hours and opens the login page', async () => {
    const shell = show({ 'POST /api/auth/signup': () => reply(201, aPilot()) });
    await fill(shell, account);
    expect(screen.queryByLabelText('Flight Hours (Optional)')).toBeNull();
    await choose(shell, 'Client (Need Surveying)');
    expect(screen.queryByLabelText('Flight Hours (Optional)')).toBeNull();
    await choose(shell, 'Drone Pilot');
    expect(field('Flight Hours (Optional)').getAttribute('step')).toBe('0.1');
    await fill(shell, { 'Flight Hours (Optional)': '120.5' });
    await submit(shell);
    await waitFor(() => expect(shell.location()).toBe('/login'));
    expect(screen.getByText('Account created!')).toBeTruthy();
    expect(screen.getByText(/You can now sign in\.$/)).toBeTruthy();
    expect(signups(shell)).toEqual([{ ...sent, role: 'pilot', flightHours: 120.5 }]);
  });

  it('[SIGNUP-6] sends what a password manager filled in without an event, only once', async () => {
    const response = Promise.withResolvers<Response>();
    const shell = show({ 'POST /api/auth/signup': () => response.promise });
    await choose(shell, 'Client (Need Surveying)');
    for (const [label, value] of Object.entries(account)) fillSilently(field(label), value);
    await submit(shell);
    await shell.events.click(await screen.findByRole('button', { name: 'Creating account...' }));
    await shell.events.type(field('Username'), '{Enter}');
    response.resolve(reply(201, aPilot()));
    await waitFor(() => expect(shell.location()).toBe('/login'));
    expect(signups(shell)).toMatchObject([{ ...sent, role: 'client' }]);
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

  it('[SIGNUP-20, SIGNUP-21, SIGNUP-22] shows a default message, or errors at a username and an email that are taken, until they change', async () => {
    const message = 'That username is taken.';
    let response = reply(502);
    const shell = show({ 'POST /api/auth/signup': () => response });
    await fill(shell, account);
    await choose(shell, 'Client (Need Surveying)');
    await submit(shell);
    expect(await screen.findAllByText('Failed to create account. Please try again.')).toHaveLength(2);
    const errors = [{ path: 'email', message: 'That email is in use.' }];
    response = reply(409, { code: 'username_taken', message, errors, requestId: 'r' });
    await submit(shell);
    await waitFor(() => expect(field('Username').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getAllByText('Signup failed')).toHaveLength(2);
    expect(screen.getAllByText(message)).toHaveLength(2);
    expect(screen.getByText('That email is in use.')).toBeTruthy();
    expect(document.activeElement).toBe(field('Email'));
    await fill(shell, { Email: 'x' });
    await waitFor(() => expect(field('Email').getAttribute('aria-invalid')).toBe('false'));
    expect(field('Username').getAttribute('aria-invalid')).toBe('true');
    await fill(shell, { Username: '2' });
    await waitFor(() => expect(field('Username').getAttribute('aria-invalid')).toBe('false'));
    expect(shell.location()).toBe('/signup');
  });
});
