import { screen, waitFor } from '@testing-library/react';
import { aClient, aPilot, reply, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import MailPage from './MailPage.tsx';

const show = (handlers: Handlers = {}, user = aPilot()) =>
  renderInShell(<MailPage />, {
    path: '/mail',
    user,
    handlers: { 'GET /api/user/mail': () => ({ off: ['job-paid'] }), ...handlers },
  });

const box = (name: string) => screen.findByRole('checkbox', { name });
const isOn = async (name: string) => Reflect.get(await box(name), 'checked');
const PAID = 'A job is paid';
const BUDGET = 'The client changes the budget of a job';

describe('the mail page', () => {
  it('[MAIL-18] shows the topics of a pilot, and those that are switched off', async () => {
    const { events, location } = show();
    expect(screen.getByRole('heading', { name: 'Mail', level: 1 })).toBeTruthy();
    expect(await isOn(PAID)).toBe(false);
    expect(await isOn(BUDGET)).toBe(true);
    expect(screen.getAllByRole('checkbox')).toHaveLength(4);
    expect(screen.getByText(`Sent to ${aPilot().email}. A change applies at once.`)).toBeTruthy();
    expect(screen.getByText('Mail about the security of your account cannot be switched off.')).toBeTruthy();
    await events.click(screen.getByRole('link', { name: 'Back to Security' }));
    expect(location()).toBe('/security');
  });

  it('shows the topics of a client', async () => {
    show({}, aClient());
    expect(await isOn('A pilot accepts a job')).toBe(true);
    expect(screen.getAllByRole('checkbox')).toHaveLength(6);
    expect(screen.queryByRole('checkbox', { name: BUDGET })).toBeNull();
  });

  it('[MAIL-18] saves each change, and takes a change back that is not saved', async () => {
    let fails = false;
    const { calls, events } = show({ 'PUT /api/user/mail': ({ body }) => (fails ? reply(503) : body) });
    await events.click(await box(BUDGET));
    expect(await screen.findByText('Your mail settings are saved.')).toBeTruthy();
    await events.click(await box(PAID));
    const saved = () => calls.flatMap(({ method, body }) => (method === 'PUT' ? [body] : []));
    await waitFor(() =>
      expect(saved()).toEqual([{ off: ['job-paid', 'budget-changed'] }, { off: ['budget-changed'] }]),
    );
    fails = true;
    await events.click(await box(PAID));
    expect(await screen.findByText('Failed to save your mail settings. Please try again.')).toBeTruthy();
    expect(await isOn(PAID)).toBe(true);
  });

  it('offers to load the settings again after an error', async () => {
    let fails = true;
    const { events } = show({ 'GET /api/user/mail': () => (fails ? reply(503) : { off: [] }) });
    expect(await screen.findByText(/Failed to load your mail settings/)).toBeTruthy();
    fails = false;
    await events.click(screen.getByRole('button', { name: /again|Retry/ }));
    expect(await isOn(PAID)).toBe(true);
  });
});
