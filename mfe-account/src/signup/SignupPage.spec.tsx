import { screen, waitFor } from '@testing-library/react';
import { aPilot, reply, type Handlers } from '@dps/shared-contracts/testing';
import { renderInShell, type Shell } from '@dps/ui/testing';
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

const person = {
  'Full Name': 'Dana Pilot',
  Email: 'dana@example.test',
  Username: 'dana',
  Password: 'secret-1',
  'Confirm Password': 'secret-1',
};

describe('the signup page', () => {
  it('has its title', () => {
    show();
    expect(screen.getByRole('heading', { name: 'Create your account', level: 1 })).toBeTruthy();
  });

  it('shows and hides both passwords', async () => {
    const { events } = show();
    const types = () => ['Password', 'Confirm Password'].map((label) => field(label).getAttribute('type'));
    expect(types()).toEqual(['password', 'password']);
    for (const toggle of screen.getAllByRole('button', { name: 'Show password' })) await events.click(toggle);
    expect(types()).toEqual(['text', 'text']);
    for (const toggle of screen.getAllByRole('button', { name: 'Hide password' })) await events.click(toggle);
    expect(types()).toEqual(['password', 'password']);
  });

  it('creates a pilot with flight hours and leads to sign in', async () => {
    const shell = show({ 'POST /api/auth/signup': () => reply(201, aPilot()) });
    await fill(shell, person);
    await choose(shell, 'Drone Pilot');
    await fill(shell, { 'Flight Hours (Optional)': '120.5' });
    await submit(shell);
    await waitFor(() => expect(shell.location()).toBe('/login'));
    expect(screen.getByText('Account created!')).toBeTruthy();
    expect(screen.getByText(/You can now sign in\.$/)).toBeTruthy();
    expect(shell.calls.map(({ body }) => body)).toEqual([
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

  it('asks nobody but pilots for flight hours', async () => {
    const shell = show();
    expect(screen.queryByLabelText('Flight Hours (Optional)')).toBeNull();
    await choose(shell, 'Client (Need Surveying)');
    expect(screen.queryByLabelText('Flight Hours (Optional)')).toBeNull();
    await choose(shell, 'Drone Pilot');
    expect(field('Flight Hours (Optional)').getAttribute('step')).toBe('0.1');
  });

  it('shows at the second password that it differs, and sends nothing', async () => {
    const shell = show();
    await fill(shell, { ...person, 'Confirm Password': 'secret-2' });
    await choose(shell, 'Client (Need Surveying)');
    await submit(shell);
    const confirm = await screen.findByLabelText('Confirm Password');
    await waitFor(() => expect(confirm.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByText("Passwords don't match")).toBeTruthy();
    expect(shell.calls).toEqual([]);
  });

  it('shows at the username that it is taken, until it is another', async () => {
    const words = 'That username is taken.';
    const shell = show({
      'POST /api/auth/signup': () => reply(409, { code: 'username_taken', message: words, requestId: 'r' }),
    });
    await fill(shell, person);
    await choose(shell, 'Client (Need Surveying)');
    await submit(shell);
    expect(await screen.findByText('Signup failed')).toBeTruthy();
    await waitFor(() => expect(field('Username').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getAllByText(words)).toHaveLength(2);
    expect(document.activeElement).toBe(field('Username'));
    await fill(shell, { Email: 'x' });
    expect(field('Username').getAttribute('aria-invalid')).toBe('true');
    await fill(shell, { Username: '2' });
    await waitFor(() => expect(field('Username').getAttribute('aria-invalid')).toBe('false'));
    expect(shell.location()).toBe('/signup');
  });

  it('is sent once, whatever is pressed meanwhile', async () => {
    const shell = show({ 'POST /api/auth/signup': () => new Promise(() => {}) });
    await fill(shell, person);
    await choose(shell, 'Client (Need Surveying)');
    await submit(shell);
    await shell.events.click(await screen.findByRole('button', { name: 'Creating account...' }));
    await shell.events.type(field('Username'), '{Enter}');
    expect(shell.calls).toHaveLength(1);
  });

  it('has words of its own where the server has none', async () => {
    const shell = show({ 'POST /api/auth/signup': () => reply(502) });
    await fill(shell, person);
    await choose(shell, 'Client (Need Surveying)');
    await submit(shell);
    expect(await screen.findAllByText('Failed to create account. Please try again.')).toHaveLength(2);
  });

  it('is a form that password managers recognise', () => {
    show();
    const hints = ['Full Name', 'Email', 'Username', 'Password', 'Confirm Password'].map((label) =>
      field(label).getAttribute('autocomplete'),
    );
    expect(hints).toEqual(['name', 'email', 'username', 'new-password', 'new-password']);
    expect([field('Username').id, field('Password').id]).toEqual(['signup-username', 'signup-password']);
  });

  it('leads those who have an account to sign in', () => {
    show();
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
  });
});
