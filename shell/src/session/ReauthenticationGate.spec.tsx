import { useState } from 'react';
import { act, screen, waitFor, within } from '@testing-library/react';
import { chooseReleases, type UserView } from '@dps/contract';
import { moduleEndpoints, type WidgetProps } from '@dps/contract/client';
import { UNINTERRUPTED } from '@dps/contract/user';
import { aPilot, reply, type Handlers } from '@dps/contract/testing';
import { useLocation, useRoutes } from '@dps/ui/router';
import type { Shell } from '@dps/ui/testing';
import { frame } from '../frame/frame.ts';
import { GuestArea } from '../routing/GuestArea.tsx';
import { UserArea } from '../routing/UserArea.tsx';
import { startLoader } from '../modules/active-loader.ts';
import { aModule, aRegistry } from '../testing/registry.ts';
import { renderShell } from '../testing/render-shell.tsx';

const PILOT = aPilot({ name: 'Ada Lovelace', username: 'ada' });
const registry = aRegistry();
const noteApi = moduleEndpoints('note', '1.0.0', (build) => ({
  save: build.mutation<string, string>({ query: (body) => ({ url: '/api/note', method: 'POST', body }) }),
}));

/** The end of a wait of the form. Its promise outlives the page, as that of a timer. */
let pause = Promise.withResolvers<void>();

function NoteForm() {
  const [note, setNote] = useState('');
  const [save, { data, error }] = noteApi.save.useMutation();
  const saveLater = async () => {
    await pause.promise;
    await save('A note of the last user');
  };
  return (
    <>
      <h1 tabIndex={-1}>Note</h1>
      <input aria-label="Note" value={note} onChange={(event) => setNote(event.target.value)} />
      <button onClick={() => void save(note)}>Save</button>
      <button onClick={() => void saveLater()}>Save Later</button>
      <output>{error ? 'It failed' : data}</output>
    </>
  );
}

function SignInPage() {
  return <p>{`Sign in, from ${JSON.stringify(useLocation().state)}`}</p>;
}

function Product() {
  return useRoutes([
    {
      element: <UserArea registry={registry} />,
      children: [
        { path: '/note', element: <NoteForm /> },
        { path: '/', element: <h1>Home</h1> },
      ],
    },
    { element: <GuestArea />, children: [{ path: '/login', element: <SignInPage /> }] },
  ]);
}

/** Renders a form that the user has filled in, ends the session, and submits the form. */
async function submitAfterExpiry(handlers: Handlers = {}, before = async (_shell: Shell) => {}) {
  let session: UserView | null = PILOT;
  const unauthenticated = () => reply(401, { code: 'unauthenticated', message: 'Sign in' });
  const shell = renderShell(<Product />, {
    user: PILOT,
    path: '/note?draft=1',
    handlers: {
      'GET /api/user/current': () => session ?? unauthenticated(),
      'GET /api/jobs/pilot/:id': () => [],
      'POST /api/note': ({ body }) => (session ? `Saved ${String(body)}` : unauthenticated()),
      'POST /api/auth/login': () => {
        session = PILOT;
        return PILOT;
      },
      ...handlers,
    },
  });
  await shell.events.type(await screen.findByLabelText('Note'), 'North face');
  await before(shell);
  session = null;
  await shell.events.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Your session has ended' }));
  const signedInElsewhere = (user: UserView) => {
    session = user;
    globalThis.dispatchEvent(new Event('focus'));
  };
  return { ...shell, dialog, signedInElsewhere };
}

/** The widget of a module that signs in with a passkey. */
const widget = 'account.passkey-confirmation';
let isConfirmed = false;

function PasskeyConfirmation({ username, onDone }: WidgetProps[typeof widget]) {
  const confirm = () => {
    isConfirmed = true;
    onDone();
  };
  return <button type="button" onClick={confirm}>{`Use a passkey of ${username}`}</button>;
}

beforeAll(async () => {
  startLoader(chooseReleases(aRegistry(aModule('account', { widgets: [widget] })), {}), {
    loadDefinition: () =>
      Promise.resolve({
        name: 'account',
        version: '1.0.0',
        routes: [],
        widgets: { [widget]: () => Promise.resolve({ default: PasskeyConfirmation }) },
      }),
    preloadFiles: () => undefined,
    pause: () => Promise.resolve(),
    onLoad: () => undefined,
  });
  await frame.preload();
  await import('./SignInAgain.tsx');
});

const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('a session that ends in the middle of a form', () => {
  it('[SECURE-17] requires the password in a dialog that makes the page inert', async () => {
    const { dialog } = await submitAfterExpiry();
    expect(dialog.getByText('Ada Lovelace')).toBeTruthy();
    expect(dialog.getByText('ada')).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByLabelText('Password'));
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(screen.getByDisplayValue('North face')).toBeTruthy();
    expect(screen.queryByText('It failed')).toBeNull();
  });

  it('[BROWSER-6] shows the reason if the browser does not keep the cookie of the new session', async () => {
    const { dialog, events } = await submitAfterExpiry({ 'POST /api/auth/login': () => PILOT });
    await events.type(dialog.getByLabelText('Password'), 'secret-1{Enter}');
    expect((await dialog.findByRole('alert')).textContent).toBe(
      'This browser blocks cookies. Allow cookies for this site to sign in.',
    );
  });

  it('[SECURE-18] repeats the refused call after the right password and returns the focus', async () => {
    const { dialog, events, location, calls } = await submitAfterExpiry();
    await events.type(dialog.getByLabelText('Password'), 'secret-1{Enter}');
    expect(await screen.findByText('Saved North face')).toBeTruthy();
    await gone();
    expect(screen.getByLabelText('Note')).toHaveProperty('value', 'North face');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' }));
    expect(location()).toBe('/note?draft=1');
    const login = calls.find(({ url }) => url === '/api/auth/login');
    expect(login?.body).toEqual({ username: 'ada', password: 'secret-1' });
  });

  it.each([
    ['the error of a wrong password', 401, 'invalid_credentials', 'Invalid username or password.', 'true'],
    [
      'the error of too many attempts',
      429,
      'rate_limited',
      'Too many attempts. Try again in 15 minutes.',
      'false',
    ],
  ])('shows %s and stays open', async (_what, status, code, message, fieldIsWrong) => {
    const { dialog, events } = await submitAfterExpiry({
      'POST /api/auth/login': () => reply(status, { code, message }),
    });
    const password = dialog.getByLabelText<HTMLInputElement>('Password');
    await events.type(password, 'wrong-one');
    await events.click(dialog.getByRole('button', { name: 'Sign in' }));
    expect((await dialog.findByRole('alert')).textContent).toBe(message);
    expect(password.getAttribute('aria-invalid')).toBe(fieldIsWrong);
    expect(document.activeElement).toBe(password);
    expect(password.selectionEnd).toBe('wrong-one'.length);
  });

  it('shows that the password is missing', async () => {
    const { dialog, events, calls } = await submitAfterExpiry();
    await events.click(dialog.getByRole('button', { name: 'Sign in' }));
    expect(dialog.getByText('Password is required')).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByLabelText('Password'));
    expect(calls.filter(({ url }) => url === '/api/auth/login')).toEqual([]);
  });

  it('disables its button while the request is pending', async () => {
    const { dialog, events } = await submitAfterExpiry({
      'POST /api/auth/login': () => new Promise(() => {}),
    });
    await events.type(dialog.getByLabelText('Password'), 'secret-1{Enter}');
    expect(await dialog.findByRole('button', { name: 'Signing in...' })).toHaveProperty('disabled', true);
  });

  it('has fields that password managers recognize', async () => {
    const { dialog } = await submitAfterExpiry();
    expect(dialog.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password');
    expect(screen.getByDisplayValue('ada').getAttribute('autocomplete')).toBe('username');
  });

  it('does not close with Escape', async () => {
    const { dialog, events } = await submitAfterExpiry();
    await events.keyboard('{Escape}');
    expect(dialog.getByLabelText('Password')).toBeTruthy();
  });

  it('opens the sign-in page for another user, with a return to this page and without its data', async () => {
    const { dialog, events, location } = await submitAfterExpiry();
    await events.click(dialog.getByRole('button', { name: 'Use another account' }));
    expect(await screen.findByText('Sign in, from {"from":"/note?draft=1"}')).toBeTruthy();
    expect(location()).toBe('/login');
    expect(screen.queryByDisplayValue('North face')).toBeNull();
  });

  it('closes after the same user has signed in again in another window', async () => {
    const { signedInElsewhere } = await submitAfterExpiry();
    signedInElsewhere(PILOT);
    expect(await screen.findByText('Saved North face')).toBeTruthy();
    await gone();
  });

  it('replaces the page after another user has signed in in another window', async () => {
    const { signedInElsewhere, calls } = await submitAfterExpiry();
    signedInElsewhere(aPilot({ id: 9, name: 'Bo Else' }));
    await waitFor(() => expect(screen.queryByDisplayValue('North face')).toBeNull());
    expect(await screen.findByText('Bo Else')).toBeTruthy();
    expect(calls.filter(({ url }) => url === '/api/note')).toHaveLength(1);
  });

  it.each(['another user has signed in', 'the user has left'])(
    '[SECURE-19] makes no call of a page that the last user has left, after %s',
    async (way) => {
      pause = Promise.withResolvers();
      const { dialog, events, calls, signedInElsewhere } = await submitAfterExpiry({}, (shell) =>
        shell.events.click(screen.getByRole('button', { name: 'Save Later' })),
      );
      if (way === 'the user has left')
        await events.click(dialog.getByRole('button', { name: 'Use another account' }));
      else signedInElsewhere(aPilot({ id: 9, name: 'Bo Else' }));
      await waitFor(() => expect(screen.queryByDisplayValue('North face')).toBeNull());
      await act(async () => pause.resolve());
      expect(calls.filter(({ url }) => url === '/api/note')).toHaveLength(1);
    },
  );

  it('waits with the dialog while a bank confirms a payment', async () => {
    const form = document.createElement('form');
    form.setAttribute(UNINTERRUPTED, '');
    let calls: Shell['calls'] = [];
    const waiting = submitAfterExpiry({}, async (shell) => {
      document.body.append(form);
      ({ calls } = shell);
    });
    await waitFor(() => expect(calls.map(({ url }) => url)).toContain('/api/user/current'));
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(screen.queryByRole('dialog')).toBeNull();
    form.removeAttribute(UNINTERRUPTED);
    const { dialog } = await waiting;
    form.remove();
    expect(dialog.getByLabelText('Password')).toBeTruthy();
  });
});

/** Submits a form whose calls require a sign-in each. */
async function submitWithoutProof(handlers: Handlers = {}) {
  let hasProof = false;
  const shell = renderShell(<Product />, {
    user: PILOT,
    path: '/note',
    handlers: {
      'GET /api/user/current': () => PILOT,
      'GET /api/jobs/pilot/:id': () => [],
      'POST /api/note': ({ body }) => {
        if (!hasProof) return reply(403, { code: 'reauthentication_required', message: 'Please confirm.' });
        hasProof = false;
        return `Saved ${String(body)}`;
      },
      'POST /api/auth/login': () => {
        hasProof = true;
        return PILOT;
      },
      ...handlers,
    },
  });
  await shell.events.type(await screen.findByLabelText('Note'), 'North face');
  await shell.events.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  return { ...shell, dialog };
}

describe('a call that requires another sign-in', () => {
  it('[FACTOR-2] is repeated after the right password', async () => {
    const { dialog, events, calls } = await submitWithoutProof();
    await events.type(dialog.getByLabelText('Password'), 'secret-1');
    await events.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Saved North face')).toBeTruthy();
    await gone();
    expect(calls.find(({ url }) => url === '/api/auth/login')?.body).toEqual({
      username: 'ada',
      password: 'secret-1',
    });
  });

  it('requires a sign-in of its own', async () => {
    const { dialog, events, calls } = await submitWithoutProof();
    await events.type(dialog.getByLabelText('Password'), 'secret-1{Enter}');
    await screen.findByText('Saved North face');
    await gone();
    await events.click(screen.getByRole('button', { name: 'Save' }));
    const next = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    expect(calls.filter(({ url }) => url === '/api/auth/login')).toHaveLength(1);
    await events.click(next.getByRole('button', { name: 'Cancel' }));
    await gone();
  });

  it('[SECURE-56] requires it after the sign-in over an ended session, too', async () => {
    let signIns = 0;
    const { dialog, events } = await submitAfterExpiry({
      'POST /api/note': () => {
        if (signIns === 2) return 'Saved';
        return signIns === 0
          ? reply(401, { code: 'unauthenticated', message: 'Sign in' })
          : reply(403, { code: 'reauthentication_required', message: 'Please confirm.' });
      },
      'GET /api/user/current': () =>
        signIns === 0 ? reply(401, { code: 'unauthenticated', message: 'Sign in' }) : PILOT,
      'POST /api/auth/login': () => {
        signIns += 1;
        return PILOT;
      },
    });
    await events.type(dialog.getByLabelText('Password'), 'secret-1{Enter}');
    const next = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    await events.type(next.getByLabelText('Password'), 'secret-1{Enter}');
    expect(await screen.findByText('Saved')).toBeTruthy();
    await gone();
  });

  it('[PASSKEY-8] is repeated after a sign-in with a passkey, without the password', async () => {
    const { dialog, events, calls } = await submitWithoutProof({
      'POST /api/note': () =>
        isConfirmed ? 'Saved' : reply(403, { code: 'reauthentication_required', message: 'Please confirm.' }),
    });
    await events.click(await dialog.findByRole('button', { name: 'Use a passkey of ada' }));
    expect(await screen.findByText('Saved')).toBeTruthy();
    await gone();
    expect(calls.some(({ url }) => url === '/api/auth/login')).toBe(false);
  });

  it('keeps waiting after a wrong password', async () => {
    const { dialog, events, calls } = await submitWithoutProof({
      'POST /api/auth/login': () =>
        reply(401, { code: 'invalid_credentials', message: 'Invalid username or password.' }),
    });
    await events.type(dialog.getByLabelText('Password'), 'wrong-one{Enter}');
    expect((await dialog.findByRole('alert')).textContent).toBe('Invalid username or password.');
    expect(calls.filter(({ url }) => url === '/api/note')).toHaveLength(1);
    await events.click(dialog.getByRole('button', { name: 'Cancel' }));
    await gone();
  });

  it('[FACTOR-12] requires the code of an account with a second factor, too', async () => {
    const bodies: unknown[] = [];
    let hasProof = false;
    const { dialog, events } = await submitWithoutProof({
      'POST /api/auth/login': ({ body }) => {
        bodies.push(body);
        hasProof = Object(body).code === '123456';
        return hasProof ? PILOT : reply(401, { code: 'second_factor_required', message: 'Enter the code.' });
      },
      'POST /api/note': () =>
        hasProof ? 'Saved' : reply(403, { code: 'reauthentication_required', message: 'Please confirm.' }),
    });
    await events.type(dialog.getByLabelText('Password'), 'secret-1{Enter}');
    const code = await dialog.findByLabelText('Code of your authenticator app');
    expect(dialog.queryByRole('alert')).toBeNull();
    expect(document.activeElement).toBe(code);
    await events.type(code, '123456{Enter}');
    expect(await screen.findByText('Saved')).toBeTruthy();
    await gone();
    expect(bodies).toEqual([
      { username: 'ada', password: 'secret-1' },
      { username: 'ada', password: 'secret-1', code: '123456' },
    ]);
  });

  it.each(['Cancel', 'Escape'])('[FACTOR-3] fails after %s', async (way) => {
    const { dialog, events, calls } = await submitWithoutProof();
    if (way === 'Escape') await events.keyboard('{Escape}');
    else await events.click(dialog.getByRole('button', { name: way }));
    expect(await screen.findByText('It failed')).toBeTruthy();
    await gone();
    expect(calls.filter(({ url }) => url === '/api/note')).toHaveLength(1);
  });
});
