import { screen, waitFor, within } from '@testing-library/react';
import { DEMO_ACCOUNTS, type Deployment } from '@dps/contract';
import { useSession } from '@dps/contract/client';
import { aPilot, reply, type Handlers } from '@dps/contract/testing';
import { renderInShell, type Shell } from '@dps/ui/testing';
import { fillSilently } from '../testing/fake-browser.ts';
import LoginPage from './LoginPage.tsx';

const deployment = (demoAccounts: Deployment['demoAccounts']): Deployment => ({
  demoAccounts,
  payments: { publishableKey: '', sandboxScript: null },
});

/** Shows the session that the shell's guard receives. */
function SessionProbe() {
  const session = useSession();
  return <output>{session.state === 'signed-in' ? session.user.username : session.state}</output>;
}

async function show(handlers: Handlers = {}, demoAccounts: Deployment['demoAccounts'] = []) {
  const page = (
    <>
      <LoginPage />
      <SessionProbe />
    </>
  );
  const shell = renderInShell(page, { path: '/login', handlers, deployment: deployment(demoAccounts) });
  await screen.findByLabelText('Username');
  return shell;
}

const username = () => screen.getByLabelText('Username');
const password = () => screen.getByLabelText('Password');
const submit = () => screen.getByRole('button', { name: 'Sign in' });

/** A server that accepts a sign-in and keeps its session. */
function accepting(): Handlers {
  let signedIn = false;
  return {
    'POST /api/auth/login': () => {
      signedIn = true;
      return aPilot();
    },
    'GET /api/user/current': () => (signedIn ? aPilot() : reply(401)),
  };
}

async function signIn({ events }: Shell, name: string, secret: string): Promise<void> {
  await events.click(username());
  await events.paste(name);
  await events.click(password());
  await events.paste(secret);
  await events.click(submit());
}

describe('the login page', () => {
  it.each([
    [1024, true],
    [1023, false],
  ])('[LOGIN-20] of %i px has the offer next to its form: %s', async (width, isShown) => {
    globalThis.matchMedia = (media) => {
      const [, em] = /min-width: ([\d.]+)em/.exec(media) ?? [];
      return Object.assign(new EventTarget(), {
        matches: Number(em) * 16 <= width,
        media,
        onchange: null,
        addListener: () => {},
        removeListener: () => {},
      });
    };
    try {
      await show();
      const offer = () => screen.queryByRole('heading', { name: 'What it costs' });
      await waitFor(() => expect(offer() !== null).toBe(isShown));
    } finally {
      Reflect.deleteProperty(globalThis, 'matchMedia');
    }
  });

  it('[LOGIN-1, LOGIN-2, LOGIN-3, LOGIN-5, LOGIN-17, LOGIN-19, RESET-1] has the attributes that password managers require, hides the password, and accepts a pasted one', async () => {
    const { events } = await show();
    expect(screen.getByRole('heading', { name: 'Sign in to your account', level: 1 })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/signup');
    const about = screen.getByRole('link', { name: 'What is Drone Pilot Surveys?' });
    expect(about.getAttribute('href')).toBe('/welcome');
    expect(about.previousElementSibling?.textContent).toMatch(/^Plan, fly and settle/);
    const forgot = screen.getByRole('link', { name: 'Forgot password?' });
    expect(forgot.getAttribute('href')).toBe('/forgot-password');
    expect(screen.queryByText('Demo accounts')).toBeNull();
    expect(username()).toMatchObject({ id: 'login-username', name: 'username', autocomplete: 'username' });
    expect(password()).toMatchObject({
      id: 'login-password',
      name: 'password',
      type: 'password',
      autocomplete: 'current-password',
    });
    expect(username().closest('form')).toBe(password().closest('form'));
    await events.click(password());
    await events.paste('pasted from a manager');
    expect(screen.getByDisplayValue('pasted from a manager')).toBe(password());
    await events.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password().getAttribute('type')).toBe('text');
    await events.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password().getAttribute('type')).toBe('password');
  });

  it('[LOGIN-9, LOGIN-10] signs in and updates the session', async () => {
    const shell = await show(accepting());
    expect(screen.getByText('signed-out')).toBeTruthy();
    await signIn(shell, 'demo_pilot ', 'pilot-demo-2026');
    await waitFor(() => expect(screen.queryByText('demo_pilot')).toBeTruthy());
    expect(screen.getByText('Welcome back!')).toBeTruthy();
    expect(screen.getByText('Successfully logged in.')).toBeTruthy();
    expect(shell.calls.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', '/api/auth/login', { username: 'demo_pilot', password: 'pilot-demo-2026' }],
      ['GET', '/api/user/current', undefined],
    ]);
  });

  it.each([
    [
      'the message of the server',
      { code: 'unavailable', message: 'The service is busy.' },
      'The service is busy.',
    ],
    ['a default message', undefined, 'Invalid username or password.'],
  ])('[LOGIN-11, LOGIN-12] shows %s when the login fails', async (_source, body, message) => {
    const shell = await show({ 'POST /api/auth/login': () => reply(503, body) });
    await signIn(shell, 'dana', 'secret-1');
    const toast = within(await screen.findByRole('alert'));
    expect(toast.getByText('Login failed')).toBeTruthy();
    expect(toast.getByText(message)).toBeTruthy();
    expect(within(screen.getByRole('note')).getByText(message)).toBeTruthy();
    expect(screen.getByText('signed-out')).toBeTruthy();
  });

  it.each([
    ['on Enter', ({ events }: Shell) => events.keyboard('{Enter}')],
    ['after the focus moves', ({ events }: Shell) => events.keyboard('{Tab}{Enter}')],
    [
      'after the password is shown',
      async ({ events }: Shell) => {
        await events.click(screen.getByRole('button', { name: 'Show password' }));
        await events.click(submit());
      },
    ],
  ])('[LOGIN-18] sends the visible fields %s, without an event of them', async (_when, send) => {
    const shell = await show(accepting());
    await shell.events.click(username());
    fillSilently(username(), 'demo_pilot');
    fillSilently(password(), 'pilot-demo-2026');
    await send(shell);
    expect(await screen.findByText('Welcome back!')).toBeTruthy();
    expect(shell.calls[0]?.body).toEqual({ username: 'demo_pilot', password: 'pilot-demo-2026' });
    expect(screen.queryByText('Username is required')).toBeNull();
  });

  it('sends the visible fields if the first key follows an assignment to the fields', async () => {
    const shell = await show(accepting());
    Object.assign(username(), { value: 'demo_pilot' });
    Object.assign(password(), { value: 'pilot-demo-2026' });
    await shell.events.click(password());
    expect(username()).toHaveProperty('value', 'demo_pilot');
    await shell.events.keyboard('{Enter}');
    expect(await screen.findByText('Welcome back!')).toBeTruthy();
    expect(shell.calls[0]?.body).toEqual({ username: 'demo_pilot', password: 'pilot-demo-2026' });
  });

  it('[LOGIN-13] keeps the username after a wrong password, and selects the password field with the error', async () => {
    const message = 'Invalid username or password.';
    const shell = await show({
      'POST /api/auth/login': () => reply(401, { code: 'invalid_credentials', message }),
    });
    await signIn(shell, 'dana', 'wrong-one');
    await waitFor(() => expect(password().getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByLabelText('Password', { selector: '[aria-describedby]' })).toBe(password());
    expect(screen.getAllByText(message)).toHaveLength(2);
    expect(username()).toHaveProperty('value', 'dana');
    expect(document.activeElement).toBe(password());
    await shell.events.keyboard('right-one');
    expect(password()).toHaveProperty('value', 'right-one');
    expect(password().getAttribute('aria-invalid')).toBe('false');
  });

  it('[LOGIN-14] shows the waiting time after too many attempts', async () => {
    const body = { code: 'rate_limited', message: 'Too many attempts. Please wait and try again.' };
    const shell = await show({ 'POST /api/auth/login': () => reply(429, body, { 'retry-after': '700' }) });
    await signIn(shell, 'dana', 'secret-1');
    const waiting = await screen.findByRole('note');
    expect(within(waiting).getByText('Too many attempts. Try again in 12 minutes.')).toBeTruthy();
  });

  it('[LOGIN-6, LOGIN-7, LOGIN-8] requires both fields, and focuses the first one', async () => {
    const { events, calls } = await show();
    await events.click(submit());
    expect(await screen.findByText('Username is required')).toBeTruthy();
    expect(screen.getByText('Password is required')).toBeTruthy();
    expect(document.activeElement).toBe(username());
    expect(calls).toEqual([]);
  });

  it('[LOGIN-4] sends only one request at a time', async () => {
    const shell = await show({ 'POST /api/auth/login': () => new Promise(() => {}) });
    await signIn(shell, 'dana', 'secret-1');
    const waiting = await screen.findByRole('button', { name: 'Signing in...' });
    await shell.events.click(waiting);
    await shell.events.type(password(), '{Enter}');
    expect(shell.calls).toHaveLength(1);
  });

  it('[LOGIN-15, LOGIN-16] fills in a demo account with one click', async () => {
    const { events } = await show({}, DEMO_ACCOUNTS);
    await events.click(screen.getByRole('button', { name: 'Use client demo' }));
    expect(username()).toHaveProperty('value', 'demo_client');
    expect(password()).toHaveProperty('value', 'client-demo-2026');
    expect(screen.getByText('demo_pilot / pilot-demo-2026')).toBeTruthy();
    expect(document.activeElement).toBe(submit());
  });
});

describe('the login page of an account with a second factor', () => {
  const refusal = (code: string, message: string) => reply(401, { code, message });

  /** The server requires the code 123456 after the right password. */
  async function signInWithFactor() {
    let signedIn = false;
    const shell = await show({
      'POST /api/auth/login': ({ body }) => {
        const code: unknown = Object(body).code;
        if (code === undefined) return refusal('second_factor_required', 'Enter the code.');
        if (code !== '123456') return refusal('invalid_code', 'This code is not valid, or it has been used.');
        signedIn = true;
        return aPilot();
      },
      'GET /api/user/current': () => (signedIn ? aPilot() : reply(401)),
    });
    await signIn(shell, 'ada', 'correct horse');
    return { ...shell, code: await screen.findByLabelText<HTMLInputElement>('Code') };
  }

  it('[FACTOR-10] requires a code in a second step', async () => {
    const { events, calls, code } = await signInWithFactor();
    expect(screen.getByRole('heading', { name: 'Enter your code', level: 1 })).toBeTruthy();
    expect(screen.queryByText('Login failed')).toBeNull();
    expect(document.activeElement).toBe(code);
    expect(code.autocomplete).toBe('one-time-code');
    await events.type(code, ' 123456{Enter}');
    expect(await screen.findByText('Successfully logged in.')).toBeTruthy();
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { username: 'ada', password: 'correct horse' },
      { username: 'ada', password: 'correct horse', code: '123456' },
    ]);
  });

  it('[FACTOR-11] shows a missing and a wrong code at the field, and leads back to the first step, which is still filled in', async () => {
    const { events, code } = await signInWithFactor();
    await events.click(submit());
    expect(await screen.findByText('Code is required')).toBeTruthy();
    await events.type(code, '000000{Enter}');
    expect(await screen.findAllByText('This code is not valid, or it has been used.')).toHaveLength(2);
    expect(document.activeElement).toBe(code);
    expect(code.selectionEnd).toBe('000000'.length);
    await events.click(screen.getByRole('button', { name: 'Back' }));
    expect(username()).toHaveProperty('value', 'ada');
    expect(password()).toHaveProperty('value', 'correct horse');
  });
});
