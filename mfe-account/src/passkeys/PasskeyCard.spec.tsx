import { screen, waitFor, within } from '@testing-library/react';
import type { PasskeyView } from '@dps/contract';
import { reply, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { CREATED, fakePasskeys, removePasskeys } from '../testing/fake-browser.ts';
import { PasskeyCard } from './PasskeyCard.tsx';

const CODES = Array.from({ length: 10 }, (_, index) => `ABCD-EFGH-IJKL-MNOP-QRST-UVW${index}`);
const PHONE: PasskeyView = {
  id: 5,
  name: 'Phone',
  createdAt: '2026-11-20T12:00:00.000Z',
  lastUsedAt: '2026-11-24T12:00:00.000Z',
};
const OPTIONS = {
  challenge: 'AAAA',
  rp: { id: 'localhost', name: 'Drone Pilot Surveys' },
  user: { id: 'Nw', name: 'ada', displayName: 'Ada' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  attestation: 'none',
};

let browser: ReturnType<typeof fakePasskeys>;
beforeEach(() => {
  browser = fakePasskeys();
});
afterEach(removePasskeys);

/** Shows the card. The server stores the passkeys. */
async function show(first: readonly PasskeyView[], handlers: Handlers = {}, hasApp = false) {
  let passkeys = [...first];
  const shell = renderInShell(<PasskeyCard />, {
    handlers: {
      'GET /api/user/second-factor': () => ({
        activeSince: hasApp ? '2026-11-20T12:00:00.000Z' : null,
        recoveryCodes: 10,
        passkeys: passkeys.length,
      }),
      'GET /api/user/passkeys': () => passkeys,
      'POST /api/user/passkeys/challenge': () => OPTIONS,
      'POST /api/user/passkeys': () => {
        const passkey = { ...PHONE, id: 6, name: 'Chrome on Linux', lastUsedAt: null };
        const recoveryCodes = passkeys.length === 0 ? CODES : [];
        passkeys = [...passkeys, passkey];
        return reply(201, { passkey, recoveryCodes });
      },
      'PUT /api/user/passkeys/:id': ({ body }) => {
        passkeys = passkeys.map((each) => ({ ...each, ...Object(body) }));
        return passkeys[0];
      },
      'DELETE /api/user/passkeys/:id': () => {
        passkeys = [];
        return reply(204);
      },
      ...handlers,
    },
  });
  await waitFor(() => expect(screen.queryByText('Loading passkeys...')).toBeNull());
  return shell;
}
const button = (name: string) => screen.findByRole('button', { name });

describe('the passkeys of a user', () => {
  it('[PASSKEY-1] are listed with their name and the days of their creation and last use', async () => {
    await show([PHONE, { ...PHONE, id: 6, name: 'Key', lastUsedAt: null }]);
    const rows = within(await screen.findByRole('table', { name: 'Passkeys' })).getAllByRole('row');
    expect(rows[1]?.textContent).toContain('PhoneNov 20, 2026Nov 24, 2026');
    expect(rows[2]?.textContent).toContain('KeyNov 20, 2026Never');
  });

  it('[PASSKEY-2, PASSKEY-3] get one of this device, and the first comes with recovery codes', async () => {
    const { events, calls } = await show([]);
    await screen.findByText('No passkeys yet');
    await events.click(await button('Add a Passkey'));
    expect(await screen.findByRole('list', { name: 'Recovery codes' })).toBeTruthy();
    await events.click(await button('I Have Saved Them'));
    expect(await button('Rename Chrome on Linux')).toBeTruthy();
    const added = calls.find(({ method, url }) => method === 'POST' && url.endsWith('/passkeys'));
    expect(added?.body).toEqual({ credential: CREATED });
  });

  it('[PASSKEY-5] stay the same, with the reason, until the browser adds one', async () => {
    const { events, calls } = await show([PHONE]);
    for (const [error, message] of [
      ['NotAllowedError', /No passkey was added\..* Try again\./],
      ['InvalidStateError', /already has a passkey of your account\. Use it/],
      ['ConstraintError', /Set up its lock, or use another device/],
    ] as const) {
      browser.fail(error);
      await events.click(await button('Add a Passkey'));
      await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(message));
    }
    expect(calls.filter(({ url }) => url === '/api/user/passkeys')).toHaveLength(1);
    browser.fail(null);
    await events.click(await button('Add a Passkey'));
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('show the message of the server', async () => {
    const message = 'You can have at most 10 passkeys. Remove one first.';
    const { events } = await show([PHONE], {
      'POST /api/user/passkeys/challenge': () => reply(409, { code: 'too_many_passkeys', message }),
    });
    await events.click(await button('Add a Passkey'));
    expect((await screen.findByRole('alert')).textContent).toBe(message);
  });

  it('[PASSKEY-2] are renamed in a dialog', async () => {
    const { events, calls } = await show([PHONE]);
    await events.click(await button('Rename Phone'));
    const name = await screen.findByLabelText('Name');
    await events.clear(name);
    await events.click(await button('Save'));
    expect(await screen.findByText('Enter a name')).toBeTruthy();
    await events.type(name, ' My key {Enter}');
    expect(await button('Remove My key')).toBeTruthy();
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ name: 'My key' });
  });

  it.each([
    ['the last second factor', false, /your password alone will sign you in/],
    ['one of several factors', true, /^It can no longer sign you in/],
  ])(
    '[PASSKEY-4] are removed after a confirmation that says what follows for %s',
    async (_what, hasApp, text) => {
      const { events } = await show([PHONE], {}, hasApp);
      await events.click(await button('Remove Phone'));
      const question = within(screen.getByRole('alertdialog', { name: 'Remove "Phone"?' }));
      expect(question.getByText(text)).toBeTruthy();
      await events.click(question.getByRole('button', { name: 'Remove' }));
      expect(await screen.findByText('No passkeys yet')).toBeTruthy();
    },
  );

  it('[PASSKEY-9] have no button in a browser without passkeys', async () => {
    removePasskeys();
    await show([PHONE]);
    expect(screen.queryByRole('button', { name: 'Add a Passkey' })).toBeNull();
    expect(screen.getByText('This browser has no passkeys.')).toBeTruthy();
  });
});
