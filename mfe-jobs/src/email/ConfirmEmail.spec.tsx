import { act, screen, waitFor } from '@testing-library/react';
import type { UserView } from '@dps/contract';
import { reply, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { CLIENT, PILOT } from '../testing/samples.ts';
import { ConfirmEmail } from './ConfirmEmail.tsx';

const NEW_CLIENT = { ...CLIENT, mustConfirmEmail: true };
const show = (user: UserView, handlers: Handlers = {}) => renderInShell(<ConfirmEmail />, { user, handlers });
const SEND = 'POST /api/user/email/confirmation';
const sendAgain = () => screen.findByRole('button', { name: 'Send the Mail Again' });

describe('the notice about an address to confirm', () => {
  const pilot = { ...PILOT, mustConfirmEmail: true, pendingEmail: 'next@example.com' };
  it.each([
    ['Your jobs are published when you', NEW_CLIENT, 'ada@example.com'],
    ['Before you accept jobs,', pilot, 'next@example.com'],
  ])('[EMAIL-6] says what waits: "%s", and leads to the profile', async (begin, user, mail) => {
    const text = `${begin} open the link in the mail that we sent to ${mail}.`;
    const { events, location } = show(user);
    expect((await screen.findByRole('note')).textContent).toContain(text);
    await events.click(screen.getByRole('link', { name: 'Change Address' }));
    expect(location()).toBe('/profile');
  });

  it('sends the mail again, or shows why it did not', async () => {
    const responses = [
      reply(503, { code: 'unavailable', message: 'This product sends no mail.' }),
      reply(204),
    ];
    const { events, calls } = show(NEW_CLIENT, {
      [SEND]: () => responses.shift(),
      'GET /api/user/current': () => NEW_CLIENT,
    });
    await events.click(await sendAgain());
    expect(await screen.findByText('This product sends no mail.')).toBeTruthy();
    await events.click(await sendAgain());
    expect(await screen.findByText('The mail is on its way.')).toBeTruthy();
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });

  it('[EMAIL-7] disappears when the user returns from a link that was opened elsewhere', async () => {
    let user: UserView = NEW_CLIENT;
    show(user, { 'GET /api/user/current': () => user });
    await sendAgain();
    user = CLIENT;
    act(() => void window.dispatchEvent(new Event('focus')));
    await waitFor(() => expect(screen.queryByRole('note')).toBeNull());
  });
});
