import { screen, waitFor } from '@testing-library/react';
import { renderInShell } from '../testing/render-in-shell.tsx';
import { aClient, aPilot } from '../testing/builders.ts';
import { coreApi } from './core-api.ts';
import { useSession } from './session.ts';

function Role() {
  const session = useSession();
  const [login] = coreApi.useCoreLoginMutation();
  return (
    <>
      <output>{session.state === 'signed-in' ? session.user.role : session.state}</output>
      <button onClick={() => void login({ username: 'dana', password: 'secret-1' })}>Sign in</button>
    </>
  );
}

/** What a server of another version may answer. */
const roles = [
  ['admin', { role: 'admin' }],
  ['null', { role: null }],
  ['CLIENT', { role: 'CLIENT' }],
  ['no role', { role: undefined }],
] as const;

describe('the role of the current user', () => {
  it.each(roles)('is pilot when the server answers %s', async (_what, facts) => {
    const handlers = { 'GET /api/user/current': () => ({ ...aPilot(), ...facts }) };
    renderInShell(<Role />, { sessionKnown: false, handlers });
    expect(await screen.findByText('pilot')).toBeTruthy();
  });

  it.each(roles)('is pilot when the response to signing in has %s', async (_what, facts) => {
    const { events } = renderInShell(<Role />, {
      handlers: {
        'POST /api/auth/login': () => ({ ...aPilot(), ...facts }),
        'GET /api/user/current': () => new Promise(() => {}),
      },
    });
    await events.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('pilot')).toBeTruthy();
  });

  it('stays client', async () => {
    renderInShell(<Role />, {
      sessionKnown: false,
      handlers: { 'GET /api/user/current': () => aClient() },
    });
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('client'));
  });
});
