import { configureStore } from '@reduxjs/toolkit';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { aClient, aPilot } from '../testing/builders.ts';
import { fakeServer, reply, type Handlers } from '../testing/fake-server.ts';
import { errorText } from './api-error.ts';
import { baseApi } from './base-api.ts';
import { coreApi } from './core-api.ts';
import { useSession } from './session.ts';

function Role() {
  const session = useSession();
  const [login, { error }] = coreApi.useCoreLoginMutation();
  return (
    <>
      <output>{session.state === 'signed-in' ? session.user.role : session.state}</output>
      {error && <p role="alert">{errorText(error, '')}</p>}
      <button onClick={() => void login({ username: 'dana', password: 'secret-1' })}>Sign in</button>
    </>
  );
}

/** Renders the role of the user that the handlers return. */
function renderRole(handlers: Handlers): void {
  const { fetch, XMLHttpRequest } = fakeServer(handlers);
  Object.assign(globalThis, { fetch, XMLHttpRequest });
  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer },
    middleware: (defaults) => defaults({ serializableCheck: false }).concat(baseApi.middleware),
  });
  render(
    <Provider store={store}>
      <Role />
    </Provider>,
  );
}

it('a sign-in fails with the reason if the browser does not keep the cookie', async () => {
  renderRole({
    'POST /api/auth/login': () => aPilot(),
    'GET /api/user/current': () => reply(401, { code: 'unauthenticated', message: 'Sign in' }),
  });
  await userEvent.setup().click(screen.getByRole('button', { name: 'Sign in' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This browser blocks cookies. Allow cookies for this site to sign in.',
  );
  expect(screen.getByText('signed-out')).toBeTruthy();
});

/** Roles in responses of a server of another version. */
const roles = [
  ['admin', { role: 'admin' }],
  ['no role', { role: undefined }],
] as const;

describe('the role of the current user', () => {
  it.each(roles)('is pilot when the server responds with %s', async (_what, facts) => {
    renderRole({ 'GET /api/user/current': () => ({ ...aPilot(), ...facts }) });
    expect(await screen.findByText('pilot')).toBeTruthy();
  });

  it.each(roles)('is pilot when the response to signing in has %s', async (_what, facts) => {
    renderRole({
      'POST /api/auth/login': () => ({ ...aPilot(), ...facts }),
      'GET /api/user/current': () => reply(503),
    });
    await userEvent.setup().click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('pilot')).toBeTruthy();
  });

  it('is client when the server responds with client', async () => {
    renderRole({ 'GET /api/user/current': () => aClient() });
    expect(await screen.findByText('client')).toBeTruthy();
  });
});
