import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { GuestPageProps, SignIn } from '@dps/contract/guest';
import type { UserView } from '@dps/contract';
import { aPilot, reply, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { fakePasskeys, removePasskeys, SIGNED } from '../testing/fake-browser.ts';
import PasskeyConfirmation from '../widgets/PasskeyConfirmation.tsx';
import LoginPage from './LoginPage.tsx';

const OPTIONS = { challenge: 'AAAA', rpId: 'localhost', timeout: 300_000, userVerification: 'required' };
const CHALLENGE: Handlers = { 'POST /api/auth/passkey/challenge': () => OPTIONS };
const UNKNOWN = 'This passkey is not recognized. Use another one, or sign in in another way.';
const signsIn: Handlers = { ...CHALLENGE, 'POST /api/auth/passkey': () => aPilot() };
const refuses: Handlers = {
  ...CHALLENGE,
  'POST /api/auth/passkey': () => reply(401, { code: 'unknown_passkey', message: UNKNOWN }),
};

let browser: ReturnType<typeof fakePasskeys>;
beforeEach(() => {
  browser = fakePasskeys();
});
afterEach(removePasskeys);

const button = (name: string) => screen.findByRole('button', { name });

describe('the login page of a browser with passkeys', () => {
  async function show(handlers: Handlers, props: GuestPageProps = {}) {
    let opened = 0;
    const page = (
      <LoginPage
        signIn={() => Promise.resolve({})}
        onSignedIn={async () => {
          opened += 1;
        }}
        {...props}
      />
    );
    const shell = renderInShell(page, { path: '/login', handlers });
    return { ...shell, opened: () => opened };
  }

  it('[PASSKEY-6] signs in without username and password', async () => {
    const { events, calls, opened } = await show(signsIn);
    await events.click(await button('Sign in with a passkey'));
    expect(await screen.findByText('Successfully logged in.')).toBeTruthy();
    expect(opened()).toBe(1);
    expect(calls.at(-1)).toMatchObject({ url: '/api/auth/passkey', body: { passkey: SIGNED } });
  });

  it('[PASSKEY-5] says what to do if the request is cancelled, or the passkey is not recognized', async () => {
    const { events, opened } = await show(refuses);
    browser.fail('NotAllowedError');
    await events.click(await button('Sign in with a passkey'));
    expect((await screen.findByRole('alert')).textContent).toMatch(/^No passkey was used\..* Try again/);
    browser.fail(null);
    await events.click(await button('Sign in with a passkey'));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(UNKNOWN));
    expect(opened()).toBe(0);
  });

  it('[BROWSER-6] says that the browser blocks cookies, to which the challenge belongs', async () => {
    const blocked = jest.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
    const { events } = await show(refuses);
    await events.click(await button('Sign in with a passkey'));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This browser blocks cookies. Allow cookies for this site to sign in.',
    );
    blocked.mockRestore();
  });

  it('[PASSKEY-9] has no button without passkeys', async () => {
    removePasskeys();
    await show({});
    await button('Sign in');
    expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull();
  });

  it('[PASSKEY-7] signs in by the shell, and accepts a passkey as second step after the password', async () => {
    const bodies: unknown[] = [];
    const signIn: SignIn = async (body) => {
      bodies.push(body);
      if (body.passkey) return {};
      const text = '{"code":"second_factor_required","errors":[{"path":"passkey"},{"path":"code"}]}';
      return { error: { status: 401, message: `401: ${text}` } };
    };
    const { events, calls } = await show(CHALLENGE, { signIn });
    await events.click(await screen.findByLabelText('Username'));
    await events.paste('ada ');
    await events.type(screen.getByLabelText('Password'), 'secret-1{Enter}');
    expect(await screen.findByRole('heading', { name: 'Confirm your sign-in' })).toBeTruthy();
    expect([bodies, calls]).toEqual([[{ username: 'ada', password: 'secret-1' }], []]);
    await events.click(await button('Use a Passkey'));
    expect(await screen.findByText('Successfully logged in.')).toBeTruthy();
    expect(bodies.at(-1)).toEqual({ username: 'ada', password: 'secret-1', passkey: SIGNED });
  });
});

describe('the confirmation with a passkey', () => {
  const factors = (passkeys: number): Handlers => ({
    'GET /api/user/second-factor': () => ({ activeSince: null, recoveryCodes: 10, passkeys }),
  });

  async function show(handlers: Handlers, user: UserView = aPilot({ username: 'ada' })) {
    let isDone = false;
    const widget = (
      <PasskeyConfirmation
        username={user.username}
        onDone={() => {
          isDone = true;
        }}
      />
    );
    return { ...renderInShell(widget, { user, handlers }), isDone: () => isDone };
  }

  it('[PASSKEY-8] accepts only a passkey of the user on screen, and shows a refusal', async () => {
    let isUnknown = true;
    const { events, calls, isDone } = await show({
      ...factors(1),
      ...CHALLENGE,
      'POST /api/auth/passkey': () =>
        isUnknown ? reply(401, { code: 'unknown_passkey', message: UNKNOWN }) : aPilot(),
    });
    await events.click(await button('Use a Passkey'));
    expect((await screen.findByRole('alert')).textContent).toBe(UNKNOWN);
    expect(isDone()).toBe(false);
    isUnknown = false;
    await events.click(await button('Use a Passkey'));
    await waitFor(() => expect(isDone()).toBe(true));
    expect(calls.at(-1)?.body).toEqual({ passkey: SIGNED, username: 'ada' });
  });

  it('is not shown to a user without passkeys', async () => {
    const { calls } = await show(factors(0));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(screen.queryByRole('button')).toBeNull();
  });
});
