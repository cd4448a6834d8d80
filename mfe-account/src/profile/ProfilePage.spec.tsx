import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserView } from '@dps/contract';
import { aClient, aPilot, reply, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import ProfilePage from './ProfilePage.tsx';

const show = (user: UserView, handlers: Handlers = {}) =>
  renderInShell(<ProfilePage />, { path: '/profile', user, handlers });
const field = (label: string) => screen.getByLabelText(label);

afterEach(() => {
  jest.useRealTimers();
  localStorage.clear();
});

describe('the profile page', () => {
  it('[PCARD-10, PROFILE-2, PROFILE-5, PROFILE-6, PROFILE-23, PROFILE-24] shows the data of a pilot, whose license is not verified', async () => {
    const { location } = show(aPilot({ flightHours: 1247.5 }));
    expect(screen.getByRole('heading', { name: 'Profile Settings', level: 1 })).toBeTruthy();
    expect(screen.getByText('1,247.5 hours')).toBeTruthy();
    expect(screen.getByText('As entered in your profile')).toBeTruthy();
    expect(screen.getByText('Licensed Pilot')).toBeTruthy();
    expect(field('Full Name')).toHaveProperty('value', 'Demo Pilot');
    expect(field('Total Flight Hours')).toHaveProperty('value', '1247.5');
    expect(screen.getByRole('link', { name: 'Security' }).getAttribute('href')).toBe('/security');
    jest.useFakeTimers();
    fireEvent.mouseOver(screen.getByRole('button', { name: 'About Licensed Pilot' }));
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    const tooltip = 'Drone Pilot Surveys does not verify licenses.';
    expect(screen.getByRole('tooltip').textContent).toBe(tooltip);
    jest.useRealTimers();
    fireEvent.click(screen.getByRole('button', { name: 'Back to Dashboard' }));
    expect(location()).toBe('/');
  });

  it('shows the loading text until the session is known', async () => {
    renderInShell(<ProfilePage />, { path: '/profile', user: aPilot(), sessionKnown: false });
    expect(screen.getByRole('status').textContent).toBe('Loading profile...');
    expect(await screen.findByLabelText('Full Name')).toBeTruthy();
  });

  it('still shows a pilot when the response to saving has an unknown role', async () => {
    const { events } = show(aPilot(), {
      'PUT /api/user/profile': () => ({ ...aPilot({ name: 'Dana Pilot' }), role: 'admin' }),
      'GET /api/user/current': () => new Promise(() => {}),
    });
    await events.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByRole('heading', { name: 'Dana Pilot' })).toBeTruthy();
    expect(screen.getByText('Licensed Pilot')).toBeTruthy();
    expect(screen.getByLabelText('Total Flight Hours')).toBeTruthy();
  });

  it('[PROFILE-1, PROFILE-4, PROFILE-7] shows the account type of a client, and no flight hours', () => {
    show(aClient());
    expect(screen.getByText('Manage your account information and preferences')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Demo Client' })).toBeTruthy();
    expect(screen.getByText('client@example.test')).toBeTruthy();
    expect(screen.getByRole('term').parentElement?.textContent).toBe('Account TypeClient');
    expect(screen.queryByLabelText('Total Flight Hours')).toBeNull();
    expect(screen.queryByText('Flight Hours')).toBeNull();
  });

  it('[PROFILE-13, PROFILE-15] saves changes, shows them, and keeps no draft of them', async () => {
    let stored = aPilot();
    const { calls, events, unmount } = show(stored, {
      'PUT /api/user/profile': () => {
        stored = aPilot({ name: 'Dana Pilot', flightHours: null });
        return stored;
      },
      'GET /api/user/current': () => stored,
    });
    await events.clear(field('Full Name'));
    await events.paste('Dana Pilot');
    await events.clear(field('Total Flight Hours'));
    await events.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Profile updated successfully!')).toBeTruthy();
    expect(screen.getByText('Success')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'Dana Pilot' })).toBeTruthy();
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      name: 'Dana Pilot',
      email: 'pilot@example.test',
      flightHours: null,
    });
    unmount();
    show(stored);
    expect(screen.queryByText('Draft restored.')).toBeNull();
  });

  it('[PROFILE-26, PROFILE-27, PROFILE-28] saves a town as the base of a pilot, which is not offered to clients', async () => {
    const town = { name: 'Austin, Texas, United States', latitude: 30.2672, longitude: -97.7431 };
    const { calls, events, unmount } = show(aPilot(), {
      'GET /api/towns': () => [town],
      'PUT /api/user/profile': () => aPilot({ base: town }),
      'GET /api/user/current': () => aPilot({ base: town }),
    });
    expect(screen.getByText(/Only you see it. Towns: GeoNames, CC BY 4.0./)).toBeTruthy();
    await events.click(field('Base'));
    await events.paste('Aust');
    await waitFor(() => expect(document.querySelector('datalist option')?.textContent).toBe(town.name));
    await events.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText(/Choose a town from the list/)).toBeTruthy();
    await events.clear(field('Base'));
    await events.paste(town.name);
    await events.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Profile updated successfully!')).toBeTruthy();
    const { latitude, longitude } = town;
    expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      base: { latitude, longitude },
    });
    await waitFor(() => expect(field('Base')).toHaveProperty('value', town.name));
    unmount();
    show(aClient());
    expect(screen.queryByLabelText('Base')).toBeNull();
  });

  it('[EMAIL-9] shows a new address as pending, with the current one in its field', async () => {
    const pending = aPilot({ pendingEmail: 'new@example.com' });
    let stored = aPilot();
    const { events, calls } = show(stored, {
      'PUT /api/user/profile': () => (stored = pending),
      'GET /api/user/current': () => stored,
      'POST /api/user/email/confirmation': () => reply(204),
      'DELETE /api/user/email/pending': () => {
        stored = aPilot();
        return reply(204);
      },
    });
    await events.clear(field('Email Address'));
    await events.paste('new@example.com');
    await events.click(screen.getByRole('button', { name: 'Save Changes' }));
    const notice = await screen.findByRole('note');
    expect(notice.textContent).toMatch(/^new@example.com becomes your address .* it is pilot@example.test\./);
    await waitFor(() => expect(field('Email Address')).toHaveProperty('value', 'pilot@example.test'));
    await events.click(screen.getByRole('button', { name: 'Send the Mail Again' }));
    expect(await screen.findByText('The mail is on its way.')).toBeTruthy();
    await events.click(screen.getByRole('button', { name: 'Cancel Change' }));
    await waitFor(() => expect(screen.queryByRole('note')).toBeNull());
    expect(document.activeElement).toBe(field('Email Address'));
    expect(calls.map(({ method }) => method)).toEqual(['PUT', 'GET', 'POST', 'GET', 'DELETE', 'GET']);
  });

  it('offers the mail again for an address that is not confirmed', async () => {
    const user = aPilot({ mustConfirmEmail: true });
    const { events } = show(user, {
      'POST /api/user/email/confirmation': () =>
        reply(429, { code: 'rate_limited', message: 'Too many attempts.', requestId: 'r-5' }),
    });
    expect((await screen.findByRole('note')).textContent).toContain('that we sent to pilot@example.test.');
    expect(screen.queryByRole('button', { name: 'Cancel Change' })).toBeNull();
    await events.click(screen.getByRole('button', { name: 'Send the Mail Again' }));
    expect(await screen.findByText('Too many attempts.')).toBeTruthy();
  });

  it('shows errors at invalid fields, and sends nothing', async () => {
    const { calls, events } = show(aClient());
    await events.clear(field('Full Name'));
    await events.clear(field('Email Address'));
    await events.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Name is required')).toBeTruthy();
    expect(screen.getByText('Invalid email address')).toBeTruthy();
    expect(document.activeElement).toBe(field('Full Name'));
    expect(calls).toEqual([]);
  });

  it('reports flight hours that are no number as invalid, not as missing', async () => {
    const { calls, events } = show(aPilot());
    Object.defineProperty(field('Total Flight Hours'), 'validity', { value: { badInput: true } });
    fireEvent.input(field('Total Flight Hours'), { target: { value: '' } });
    await events.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Enter a number of hours, such as 120.5')).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it('[PROFILE-14] keeps the typed values when saving fails, and shows why at the field or below the form', async () => {
    let failure = reply(409, { code: 'email_taken', message: 'That email is in use.', requestId: 'r-3' });
    const { events } = show(aPilot(), { 'PUT /api/user/profile': () => failure });
    await events.type(field('Email Address'), 'x');
    await events.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Failed to update profile. Please try again.')).toBeTruthy();
    expect(screen.getByText('Error')).toBeTruthy();
    await waitFor(() => expect(field('Email Address').getAttribute('aria-invalid')).toBe('true'));
    expect(field('Email Address')).toHaveProperty('value', 'pilot@example.testx');
    expect(screen.getByText('That email is in use.')).toBeTruthy();
    const errors = [{ path: 'role', message: 'Not in the form' }];
    failure = reply(503, { code: 'unavailable', message: 'Try again soon.', requestId: 'r-4', errors });
    await events.type(field('Email Address'), 'y');
    await events.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Try again soon.')).toBeTruthy();
    await events.click(screen.getByRole('button', { name: 'Reset' }));
    expect(screen.queryByText('Try again soon.')).toBeNull();
  });

  it.each(['Discard', 'Reset'])(
    '[PROFILE-9, PROFILE-16] keeps unsaved changes as a draft, until %s',
    async (button) => {
      const first = show(aPilot());
      await first.events.type(field('Full Name'), 'x');
      first.unmount();
      const second = show(aPilot({ email: 'new@example.com' }));
      expect(await screen.findByText('Draft restored.')).toBeTruthy();
      expect(field('Full Name')).toHaveProperty('value', 'Demo Pilotx');
      // Another tab has changed it.
      expect(field('Email Address')).toHaveProperty('value', 'new@example.com');
      await second.events.click(screen.getByRole('button', { name: button }));
      expect(field('Full Name')).toHaveProperty('value', 'Demo Pilot');
      second.unmount();
      show(aPilot());
      expect(field('Full Name')).toHaveProperty('value', 'Demo Pilot');
      expect(screen.queryByText('Draft restored.')).toBeNull();
    },
  );

  it('[PROFILE-8] sends only one request at a time, and keeps the focus', async () => {
    const { calls, events } = show(aPilot(), { 'PUT /api/user/profile': () => new Promise(() => {}) });
    await events.click(screen.getByRole('button', { name: 'Save Changes' }));
    const saving = await screen.findByRole('button', { name: 'Saving...' });
    expect(document.activeElement).toBe(saving);
    await events.click(saving);
    await events.type(field('Full Name'), '{Enter}');
    expect(calls).toHaveLength(1);
  });
});
