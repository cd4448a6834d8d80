import { useState } from 'react';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserView } from '@dps/shared-contracts';
import { moduleEndpoints } from '@dps/shared-contracts/client';
import { aPilot, reply, type Handlers } from '@dps/shared-contracts/testing';
import { renderInShell } from '@dps/ui/testing';
import { useLocation, useRoutes } from '@dps/ui/router';
import { frame } from '../frame/frame.ts';
import { GuestArea } from '../routing/GuestArea.tsx';
import { UserArea } from '../routing/UserArea.tsx';
import { aRegistry } from '../testing/registry.ts';
import { shellReducers } from '../store.ts';
import { watchSession } from './watch-session.ts';

const PILOT = aPilot({ name: 'Ada Lovelace', username: 'ada' });
const registry = aRegistry();
const noteApi = moduleEndpoints('note', '1.0.0', (build) => ({
  save: build.mutation<string, string>({ query: (body) => ({ url: '/api/note', method: 'POST', body }) }),
}));

function NoteForm() {
  const [note, setNote] = useState('');
  const [save, { data, error }] = noteApi.save.useMutation();
  return (
    <>
      <h1 tabIndex={-1}>Note</h1>
      <input aria-label="Note" value={note} onChange={(event) => setNote(event.target.value)} />
      <button onClick={() => void save(note)}>Save</button>
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

/** The product with a form that somebody has filled in, whose session then ends before they send it. */
async function sendAfterTheEnd(handlers: Handlers = {}) {
  let session: UserView | null = PILOT;
  const unauthenticated = () => reply(401, { code: 'unauthenticated', message: 'Sign in' });
  const shell = renderInShell(<Product />, {
    user: PILOT,
    path: '/note?draft=1',
    reducers: shellReducers,
    middleware: [watchSession],
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
  session = null;
  await shell.events.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Your session has ended' }));
  const signedInElsewhere = (user: UserView) => {
    session = user;
    globalThis.dispatchEvent(new Event('focus'));
  };
  return { ...shell, dialog, signedInElsewhere };
}

beforeAll(async () => {
  await frame.preload();
});

const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('a session that ends in the middle of a form', () => {
  it('asks who is on screen for the password over the page, which takes no keys meanwhile', async () => {
    const { dialog } = await sendAfterTheEnd();
    expect(dialog.getByText('Ada Lovelace')).toBeTruthy();
    expect(dialog.getByText('ada')).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByLabelText('Password'));
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(screen.getByDisplayValue('North face')).toBeTruthy();
    expect(screen.queryByText('It failed')).toBeNull();
  });

  it('goes on with what was sent once the password is right, and gives the focus back', async () => {
    const { dialog, events, location, calls } = await sendAfterTheEnd();
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
    ['a wrong password', 401, 'invalid_credentials', 'Invalid username or password.', 'true'],
    ['too many attempts', 429, 'rate_limited', 'Too many attempts. Try again in 15 minutes.', 'false'],
  ])('says that there was %s, and stays', async (_what, status, code, message, fieldIsWrong) => {
    const { dialog, events } = await sendAfterTheEnd({
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

  it('asks for a password that is missing', async () => {
    const { dialog, events, calls } = await sendAfterTheEnd();
    await events.click(dialog.getByRole('button', { name: 'Sign in' }));
    expect(dialog.getByText('Password is required')).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByLabelText('Password'));
    expect(calls.filter(({ url }) => url === '/api/auth/login')).toEqual([]);
  });

  it('cannot be sent twice', async () => {
    const { dialog, events } = await sendAfterTheEnd({ 'POST /api/auth/login': () => new Promise(() => {}) });
    await events.type(dialog.getByLabelText('Password'), 'secret-1{Enter}');
    expect(await dialog.findByRole('button', { name: 'Signing in...' })).toHaveProperty('disabled', true);
  });

  it('is a form that password managers recognise', async () => {
    const { dialog } = await sendAfterTheEnd();
    expect(dialog.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password');
    expect(screen.getByDisplayValue('ada').getAttribute('autocomplete')).toBe('username');
  });

  it('stays when somebody tries to get rid of it', async () => {
    const { dialog, events } = await sendAfterTheEnd();
    await events.keyboard('{Escape}');
    expect(dialog.getByLabelText('Password')).toBeTruthy();
  });

  it('lets somebody else sign in, who is led back here and sees nothing of it', async () => {
    const { dialog, events, location } = await sendAfterTheEnd();
    await events.click(dialog.getByRole('button', { name: 'Use another account' }));
    expect(await screen.findByText('Sign in, from {"from":"/note?draft=1"}')).toBeTruthy();
    expect(location()).toBe('/login');
    expect(screen.queryByDisplayValue('North face')).toBeNull();
  });

  it('notices that its user has signed in again in another window', async () => {
    const { signedInElsewhere } = await sendAfterTheEnd();
    signedInElsewhere(PILOT);
    expect(await screen.findByText('Saved North face')).toBeTruthy();
    await gone();
  });

  it('begins anew for another user who has signed in in another window', async () => {
    const { signedInElsewhere, calls } = await sendAfterTheEnd();
    signedInElsewhere(aPilot({ id: 9, name: 'Bo Else' }));
    await waitFor(() => expect(screen.queryByDisplayValue('North face')).toBeNull());
    expect(await screen.findByText('Bo Else')).toBeTruthy();
    expect(calls.filter(({ url }) => url === '/api/note')).toHaveLength(1);
  });
});
