import { screen, waitFor, within } from '@testing-library/react';
import { TOPICS_OF_ROLE, type DeletionView, type ExportView, type QuotaView } from '@dps/contract';
import { aClient, aPilot, reply, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import MailPage from './mail/MailPage.tsx';
import YourDataPage from './personal-data/YourDataPage.tsx';

const NONE: ExportView = { state: 'none', requestedAt: null, readyUntil: null, size: null };
const MAKING: ExportView = { ...NONE, state: 'making', requestedAt: '2026-11-20T12:00:00.000Z' };
const READY: ExportView = { ...MAKING, state: 'ready', readyUntil: '2026-11-27T12:00:00.000Z', size: 76_800 };
const KEPT: DeletionView = { deletesAt: null, unfinished: [] };
const REQUESTED: DeletionView = { deletesAt: '2026-12-09T12:00:00.000Z', unfinished: [] };
const UNFINISHED: DeletionView['unfinished'] = [
  { jobId: 7, title: 'Mill roof', reason: 'work' },
  { jobId: 8, title: 'Harbor map', reason: 'payment' },
];

const QUOTAS: QuotaView[] = [
  { name: 'storage', used: 120 * 1024 ** 2, limit: 50 * 1024 ** 3 },
  { name: 'open-jobs', used: 150, limit: 200 },
];

const show = (handlers: Handlers = {}) =>
  renderInShell(<YourDataPage />, {
    path: '/your-data',
    user: aClient(),
    handlers: {
      'GET /api/user/quotas': () => QUOTAS,
      'GET /api/user/export': () => NONE,
      'GET /api/user/deletion': () => KEPT,
      ...handlers,
    },
  });
const button = (name: string) => screen.findByRole('button', { name });

describe('the quotas', () => {
  it('[SECURE-96] are shown with their use, as named bars', async () => {
    show();
    expect(await screen.findByText('Storage: 120 MB of 50 GB')).toBeTruthy();
    expect(screen.getByText('Open jobs: 150 of 200')).toBeTruthy();
    const used = (name: string) => screen.getByRole('progressbar', { name }).getAttribute('aria-valuenow');
    expect([used('Storage'), used('Open jobs')]).toEqual(['0', '75']);
  });

  it('and the state of the export can be loaded again after a failure', async () => {
    let fails = true;
    const { events } = show({
      'GET /api/user/quotas': () => (fails ? reply(503) : QUOTAS),
      'GET /api/user/export': () => (fails ? reply(503) : NONE),
    });
    expect(await screen.findByText(/Failed to load your export/)).toBeTruthy();
    const region = within(screen.getByRole('region', { name: 'What You Use' }));
    await region.findByRole('button', { name: 'Try again' });
    fails = false;
    for (const retry of screen.getAllByRole('button', { name: 'Try again' })) await events.click(retry);
    expect(await region.findByRole('progressbar', { name: 'Storage' })).toBeTruthy();
    expect(await button('Request an Export')).toBeTruthy();
  });
});

describe('the export', () => {
  it('[DATA-2] is requested, and then is being made', async () => {
    let state = NONE;
    const { events } = show({
      'GET /api/user/export': () => state,
      'POST /api/user/export': () => reply(202, (state = MAKING)),
    });
    await events.click(await button('Request an Export'));
    expect(await screen.findByText(/^Your export is being made\./)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Export/ })).toBeNull();
  });

  it('[DATA-3] can be downloaded while it is ready', async () => {
    show({ 'GET /api/user/export': () => READY });
    expect(await screen.findByText('Ready until November 27, 2026. Size: 75 kB.')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Download' });
    expect(link.getAttribute('href')).toBe('/api/user/export/file');
    expect(screen.getByRole('button', { name: 'Request a New Export' })).toBeTruthy();
  });

  it('[DATA-3] can be requested again after a failure', async () => {
    const { events } = show({
      'GET /api/user/export': () => ({ ...MAKING, state: 'failed' }),
      'POST /api/user/export': () => reply(503),
    });
    expect(await screen.findByText('Your export could not be made.')).toBeTruthy();
    await events.click(await button('Try Again'));
    expect(await screen.findByText('Failed to request the export. Please try again.')).toBeTruthy();
  });
});

describe('the deletion of the account', () => {
  it('[DATA-4, DATA-6] is requested with the typed username, also after a refusal, and can be canceled', async () => {
    let state = KEPT;
    const message = 'Please finish these first: the job "Mill roof".';
    let refusal: Response | null = reply(409, { code: 'unfinished_business', message, requestId: 'r-1' });
    const { events, calls } = show({
      'GET /api/user/deletion': () => state,
      'POST /api/user/deletion': () => refusal ?? reply(202, (state = REQUESTED)),
      'DELETE /api/user/deletion': () => {
        state = KEPT;
        return reply(204);
      },
    });
    await events.click(await button('Delete My Account'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Your Account?' }));
    await events.click(dialog.getByRole('button', { name: 'Delete My Account' }));
    expect(await dialog.findByText('Type your username')).toBeTruthy();
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
    await events.click(dialog.getByLabelText('Your Username'));
    await events.paste(` ${aClient().username}`);
    await events.click(dialog.getByRole('button', { name: 'Delete My Account' }));
    expect(await dialog.findByText(message)).toBeTruthy();
    refusal = null;
    await events.click(dialog.getByRole('button', { name: 'Delete My Account' }));
    expect(await screen.findByText('Your account will be deleted on December 9, 2026.')).toBeTruthy();
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ username: aClient().username });
    await events.click(await button('Keep My Account'));
    expect(await screen.findByText('Your account is kept.')).toBeTruthy();
    expect(await button('Delete My Account')).toBeTruthy();
  });

  it('[DATA-5] lists the jobs that prevent it, and offers no button', async () => {
    show({ 'GET /api/user/deletion': () => ({ ...KEPT, unfinished: UNFINISHED }) });
    const list = await screen.findByRole('list', { name: 'Finish these first:' });
    expect(within(list).getByRole('link', { name: 'Mill roof' }).getAttribute('href')).toBe('/jobs?job=7');
    expect(list.textContent).toContain('The payment is open');
    expect(screen.queryByRole('button', { name: 'Delete My Account' })).toBeNull();
  });

  it('waits for jobs that began after the request', async () => {
    show({ 'GET /api/user/deletion': () => ({ ...REQUESTED, unfinished: UNFINISHED }) });
    expect(await screen.findByText('The deletion waits until these are finished:')).toBeTruthy();
    expect(await button('Keep My Account')).toBeTruthy();
  });
});

const showMail = (handlers: Handlers = {}, user = aPilot()) =>
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
    const { events, location } = showMail();
    expect(screen.getByRole('heading', { name: 'Mail', level: 1 })).toBeTruthy();
    expect(await isOn(PAID)).toBe(false);
    expect(await isOn(BUDGET)).toBe(true);
    expect(screen.getAllByRole('checkbox')).toHaveLength(TOPICS_OF_ROLE.pilot.length);
    expect(screen.getByText(`Sent to ${aPilot().email}. A change applies at once.`)).toBeTruthy();
    expect(screen.getByText('Mail about the security of your account cannot be switched off.')).toBeTruthy();
    await events.click(screen.getByRole('link', { name: 'Security' }));
    expect(location()).toBe('/security');
  });

  it('shows the topics of a client', async () => {
    showMail({}, aClient());
    expect(await isOn('A pilot accepts a job')).toBe(true);
    expect(screen.getAllByRole('checkbox')).toHaveLength(TOPICS_OF_ROLE.client.length);
    expect(screen.queryByRole('checkbox', { name: BUDGET })).toBeNull();
  });

  it('[MAIL-18] saves each change, and takes a change back that is not saved', async () => {
    let fails = false;
    const { calls, events } = showMail({ 'PUT /api/user/mail': ({ body }) => (fails ? reply(503) : body) });
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
    const { events } = showMail({ 'GET /api/user/mail': () => (fails ? reply(503) : { off: [] }) });
    expect(await screen.findByText(/Failed to load your mail settings/)).toBeTruthy();
    fails = false;
    await events.click(screen.getByRole('button', { name: /again|Retry/ }));
    expect(await isOn(PAID)).toBe(true);
  });
});
