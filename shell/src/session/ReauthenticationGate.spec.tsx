import { useState } from 'react';
import { act, screen, waitFor, within } from '@testing-library/react';
import { chooseReleases, type UserView } from '@dps/contract';
import { moduleEndpoints, type WidgetProps } from '@dps/contract/client';
import { UNINTERRUPTED } from '@dps/contract/user';
import { aPilot, reply, type Handlers } from '@dps/contract/testing';
import { useLocation, useRoutes } from '@dps/ui/router';
import type { Shell } from '@dps/ui/testing';
import { frame, UserArea, GuestArea } from '../routing/ShellRoutes.tsx';
import { startLoader } from '../modules/module-loader.ts';
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
  const signIn = () => (session = PILOT);
  const shell = renderShell(<Product />, {
    user: PILOT,
    path: '/note?draft=1',
    handlers: {
      'GET /api/user/current': () => session ?? unauthenticated(),
      'GET /api/jobs/pilot/:id': () => [],
      'POST /api/note': ({ body }) => (session ? `Saved ${String(body)}` : unauthenticated()),
      'POST /api/auth/login': signIn,
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
  return { ...shell, dialog, signIn, signedInElsewhere };
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

/** The bodies of the requests to a path. */
const bodiesOf = (path: string) => (calls: Shell['calls']) =>
  calls.filter(({ url }) => url === path).map(({ body }) => body);
const [logins, notes] = [bodiesOf('/api/auth/login'), bodiesOf('/api/note')];

describe('a session that ends in the middle of a form', () => {
  it('[SECURE-17] requires the password in a dialog that makes the page inert', async () => {
    const { dialog, events, calls } = await submitAfterExpiry();
    const password = dialog.getByLabelText('Password');
    expect(dialog.getByText('Ada Lovelace')).toBeTruthy();
    expect(dialog.getByText('ada')).toBeTruthy();
    expect(document.activeElement).toBe(password);
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(screen.getByDisplayValue('North face')).toBeTruthy();
    expect(screen.queryByText('It failed')).toBeNull();
    // Password managers recognize the fields.
    expect(password.getAttribute('autocomplete')).toBe('current-password');
    expect(screen.getByDisplayValue('ada').getAttribute('autocomplete')).toBe('username');
    await events.keyboard('{Escape}');
    await events.click(dialog.getByRole('button', { name: 'Sign in' }));
    expect(dialog.getByText('Password is required')).toBeTruthy();
    expect(document.activeElement).toBe(password);
    expect(logins(calls)).toEqual([]);
  });

  it('[SECURE-18] repeats the refused call after the right password and returns the focus', async () => {
    const response = Promise.withResolvers<void>();
    const { dialog, events, location, calls, signIn } = await submitAfterExpiry({
      'POST /api/auth/login': () => response.promise.then(() => signIn()),
    });
    await events.type(dialog.getByLabelText('Password'), 'secret-1{Enter}');
    expect(await dialog.findByRole('button', { name: 'Signing in...' })).toHaveProperty('disabled', true);
    response.resolve();
    expect(await screen.findByText('Saved North face')).toBeTruthy();
    await gone();
    expect(screen.getByLabelText('Note')).toHaveProperty('value', 'North face');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' }));
    expect(location()).toBe('/note?draft=1');
    expect(logins(calls)).toEqual([{ username: 'ada', password: 'secret-1' }]);
  });

  it.each([
    [
      'of a wrong password',
      'true',
      'Invalid username or password.',
      () => reply(401, { code: 'invalid_credentials', message: 'Invalid username or password.' }),
    ],
    [
      'of too many attempts',
      'false',
      'Try again in 15 minutes.',
      () => reply(429, { code: 'rate_limited', message: 'Try again in 15 minutes.' }),
    ],
  ])('shows the error %s and stays open', async (_what, fieldIsWrong, message, login) => {
    const { dialog, events } = await submitAfterExpiry({ 'POST /api/auth/login': login });
    const password = dialog.getByLabelText<HTMLInputElement>('Password');
    await events.type(password, 'wrong');
    await events.click(dialog.getByRole('button', { name: 'Sign in' }));
    expect((await dialog.findByRole('alert')).textContent).toBe(message);
    expect(password.getAttribute('aria-invalid')).toBe(fieldIsWrong);
    expect(document.activeElement).toBe(password);
    expect(password.selectionEnd).toBe('wrong'.length);
  });

  it.each([
    ['another user has signed in in another window', 'Bo Else'],
    ['the user has chosen another account', 'Sign in, from {"from":"/note?draft=1"}'],
  ])('[SECURE-19] shows no data and makes no call of the last user after %s', async (way, shown) => {
    pause = Promise.withResolvers();
    const { dialog, events, calls, signedInElsewhere } = await submitAfterExpiry({}, (shell) =>
      shell.events.click(screen.getByRole('button', { name: 'Save Later' })),
    );
    if (shown === 'Bo Else') signedInElsewhere(aPilot({ id: 9, name: shown }));
    else await events.click(dialog.getByRole('button', { name: 'Use another account' }));
    expect(await screen.findByText(shown)).toBeTruthy();
    expect(screen.queryByDisplayValue('North face')).toBeNull();
    await act(async () => pause.resolve());
    expect(notes(calls)).toHaveLength(1);
  });

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

const confirmFirst = () => reply(403, { code: 'reauthentication_required', message: 'Please confirm.' });
const confirmation = async () =>
  within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));

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
        if (!hasProof) return confirmFirst();
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
  await shell.events.type(await screen.findByLabelText('Note'), 'A');
  await shell.events.click(screen.getByRole('button', { name: 'Save' }));
  return { ...shell, dialog: await confirmation() };
}

describe('a call that requires another sign-in', () => {
  it('[FACTOR-2, FACTOR-3] is repeated after the right password, requires its own sign-in, and fails after Cancel and Escape', async () => {
    const { dialog, events, calls } = await submitWithoutProof();
    await events.type(dialog.getByLabelText('Password'), 'secret-1');
    await events.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Saved A')).toBeTruthy();
    await gone();
    expect(logins(calls)).toEqual([{ username: 'ada', password: 'secret-1' }]);
    const ways = [
      (form: typeof dialog) => events.click(form.getByRole('button', { name: 'Cancel' })),
      () => events.keyboard('{Escape}'),
    ];
    for (const leave of ways) {
      await events.click(screen.getByRole('button', { name: 'Save' }));
      await leave(await confirmation());
      expect(await screen.findByText('It failed')).toBeTruthy();
      await gone();
    }
    expect(logins(calls)).toHaveLength(1);
    expect(notes(calls)).toHaveLength(4);
  });

  it('[SECURE-56] requires it after the sign-in over an ended session, too', async () => {
    let signIns = 0;
    const unauthenticated = () => reply(401, { code: 'unauthenticated', message: 'Sign in' });
    const { dialog, events } = await submitAfterExpiry({
      'POST /api/note': () => [unauthenticated, confirmFirst, () => 'Saved'][signIns]?.(),
      'GET /api/user/current': () => (signIns === 0 ? unauthenticated() : PILOT),
      'POST /api/auth/login': () => {
        signIns += 1;
        return PILOT;
      },
    });
    await events.type(dialog.getByLabelText('Password'), 'secret-1{Enter}');
    await events.type((await confirmation()).getByLabelText('Password'), 'secret-1{Enter}');
    expect(await screen.findByText('Saved')).toBeTruthy();
    await gone();
  });

  it('[PASSKEY-8] is repeated after a sign-in with a passkey, without the password', async () => {
    const { dialog, events, calls } = await submitWithoutProof({
      'POST /api/note': () => (isConfirmed ? 'Saved' : confirmFirst()),
    });
    await events.click(await dialog.findByRole('button', { name: 'Use a passkey of ada' }));
    expect(await screen.findByText('Saved')).toBeTruthy();
    await gone();
    expect(logins(calls)).toEqual([]);
  });

  it('[FACTOR-12] waits after a wrong password, and requires the code of an account with a second factor', async () => {
    let hasProof = false;
    const { dialog, events, calls } = await submitWithoutProof({
      'POST /api/auth/login': ({ body }) => {
        const { password, code } = Object(body);
        if (password !== 'right')
          return reply(401, { code: 'invalid_credentials', message: 'Invalid username or password.' });
        hasProof = code === '123456';
        return hasProof ? PILOT : reply(401, { code: 'second_factor_required', message: 'Enter the code.' });
      },
      'POST /api/note': () => (hasProof ? 'Saved' : confirmFirst()),
    });
    await events.type(dialog.getByLabelText('Password'), 'wrong{Enter}');
    expect((await dialog.findByRole('alert')).textContent).toBe('Invalid username or password.');
    expect(notes(calls)).toHaveLength(1);
    await events.clear(dialog.getByLabelText('Password'));
    await events.type(dialog.getByLabelText('Password'), 'right{Enter}');
    const code = await dialog.findByLabelText('Code of your authenticator app');
    expect(dialog.queryByRole('alert')).toBeNull();
    expect(document.activeElement).toBe(code);
    await events.type(code, '123456{Enter}');
    expect(await screen.findByText('Saved')).toBeTruthy();
    await gone();
    expect(logins(calls).slice(1)).toEqual([
      { username: 'ada', password: 'right' },
      { username: 'ada', password: 'right', code: '123456' },
    ]);
  });
});
