import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { SecondFactorView } from '@dps/contract';
import { reply, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { SecondFactorCard } from './SecondFactorCard.tsx';

const CODES = Array.from({ length: 10 }, (_, index) => `ABCD-EFGH-IJKL-MNOP-QRST-UVW${index}`);
const AUTHENTICATOR = { secret: 'GEZDGNBVGY3TQOJQ', address: 'otpauth://totp/x?secret=GEZDGNBVGY3TQOJQ' };

/** Shows the card. The server stores whether a second factor is active. */
function show(isActive: boolean, handlers: Handlers = {}) {
  let state: SecondFactorView = isActive
    ? { activeSince: '2026-11-20T12:00:00.000Z', recoveryCodes: 8, passkeys: 0 }
    : { activeSince: null, recoveryCodes: 0, passkeys: 0 };
  return renderInShell(<SecondFactorCard />, {
    handlers: {
      'GET /api/user/second-factor': () => state,
      'POST /api/user/second-factor': () => reply(201, AUTHENTICATOR),
      'PUT /api/user/second-factor': () => {
        state = { activeSince: '2026-11-24T12:00:00.000Z', recoveryCodes: 10, passkeys: 0 };
        return { recoveryCodes: CODES };
      },
      'DELETE /api/user/second-factor': () => {
        state = { activeSince: null, recoveryCodes: 0, passkeys: 0 };
        return reply(204);
      },
      ...handlers,
    },
  });
}
const button = (name: string) => screen.findByRole('button', { name });
const code = () => screen.findByLabelText('Code of the app');

describe('two-step verification', () => {
  it('[FACTOR-4, FACTOR-5, FACTOR-7, BROWSER-5] is set up with the first code of an app, and then shows the recovery codes', async () => {
    const { events, calls } = show(false);
    expect(await screen.findByText('Two-step verification is off.')).toBeTruthy();
    await events.click(await button('Set Up'));
    expect(await screen.findByRole('img', { name: 'QR code for an authenticator app' })).toBeTruthy();
    expect(screen.getByLabelText('Secret')).toHaveProperty('value', AUTHENTICATOR.secret);
    await events.click(await code());
    await events.paste(' 123456');
    await events.click(await button('Turn On'));
    const codes = await screen.findByRole('list', { name: 'Recovery codes' });
    const shown = within(codes).getAllByRole('listitem');
    expect(shown.map(({ textContent }) => textContent)).toEqual(CODES);
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ code: '123456' });
    await events.click(await button('Copy'));
    expect(await screen.findByText('Copied.')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(`${CODES.join('\n')}\n`);
    const refused = jest.spyOn(navigator, 'clipboard', 'get').mockImplementation(() => {
      throw new DOMException('Denied', 'SecurityError');
    });
    await events.click(await button('Copy'));
    expect(
      await screen.findByText('The browser does not allow this. Select and copy the codes.'),
    ).toBeTruthy();
    refused.mockRestore();
    await events.click(await button('I Have Saved Them'));
    expect(await screen.findByText(/^On since Nov 24, 2026\. Unused recovery codes: 10\.$/)).toBeTruthy();
  });

  it('[FACTOR-6] offers another attempt if no secret can be created, and shows a missing and a wrong code at the field', async () => {
    let fails = true;
    const message = 'This code is not valid, or it has been used.';
    const { events, calls } = show(false, {
      'POST /api/user/second-factor': () => (fails ? reply(503) : reply(201, AUTHENTICATOR)),
      'PUT /api/user/second-factor': () =>
        reply(400, {
          code: 'validation_failed',
          message: 'Please check.',
          errors: [{ path: 'code', message }],
        }),
    });
    await events.click(await button('Set Up'));
    expect(await screen.findByText(/Failed to set up two-step verification/)).toBeTruthy();
    fails = false;
    await events.click(await button('Try again'));
    await code();
    await events.click(await button('Turn On'));
    expect(await screen.findByText('Enter the code')).toBeTruthy();
    expect(calls.some(({ method }) => method === 'PUT')).toBe(false);
    await events.click(await code());
    await events.paste('000000');
    await events.click(await button('Turn On'));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(document.activeElement).toBe(await code());
  });

  it('[FACTOR-4, FACTOR-9] is turned off after a confirmation', async () => {
    const { events, calls } = show(true);
    expect(await screen.findByText(/^On since Nov 20, 2026\. Unused recovery codes: 8\.$/)).toBeTruthy();
    await events.click(await button('Turn Off'));
    const question = within(screen.getByRole('alertdialog', { name: 'Turn two-step verification off?' }));
    expect(calls.map(({ method }) => method)).toEqual(['GET']);
    await events.click(question.getByRole('button', { name: 'Turn Off' }));
    await waitFor(() => expect(screen.getAllByText('Two-step verification is off.')).toHaveLength(2));
  });
});
