import { screen, waitFor, within } from '@testing-library/react';
import type { JobDetailView, UserView } from '@dps/contract';
import { renderInShell } from '@dps/ui/testing';
import { CLIENT, PILOT } from '../testing/samples.ts';
import { controlWindow, threadServer } from '../testing/thread-server.ts';
import { MessagesPart } from './MessagesPart.tsx';

function show(user: UserView, job: Pick<JobDetailView, 'pilotId' | 'formerPilot'>, unread = 0) {
  const { handlers } = threadServer({ unread });
  return renderInShell(<MessagesPart job={{ id: 1, ...job }} />, { user, handlers });
}

beforeEach(() => void controlWindow());

describe('the messages in the dialog of a job', () => {
  it('[CHAT-13] have the number of unread ones, and load when the user shows them', async () => {
    const { events, calls } = show(CLIENT, { pilotId: PILOT.id, formerPilot: false }, 3);
    const part = within(screen.getByRole('region', { name: 'Messages' }));
    expect(await part.findByText('3 unread')).toBeTruthy();
    expect(calls.map(({ url }) => url)).toEqual(['/api/jobs/1/threads/7']);
    await events.click(part.getByRole('button', { name: 'Show Messages' }));
    expect(await part.findByText(/^No messages yet/)).toBeTruthy();
    expect(part.getByRole('link', { name: 'Open in Messages' }).getAttribute('href')).toBe(
      '/messages?job=1&pilot=7',
    );
    await events.click(part.getByRole('button', { name: 'Hide Messages' }));
    expect(part.queryByText(/^No messages yet/)).toBeNull();
  });

  it.each([
    ['a former pilot', PILOT, { pilotId: 12, formerPilot: true }, true],
    ['the assigned pilot', PILOT, { pilotId: PILOT.id, formerPilot: false }, true],
    ['a pilot without the job', PILOT, { pilotId: null, formerPilot: false }, false],
    ['the client of a job without a pilot', CLIENT, { pilotId: null, formerPilot: true }, false],
  ])('[CHAT-13] for %s', async (_who, user, job, isShown) => {
    const { calls } = show(user, job);
    await waitFor(() =>
      expect(calls.map(({ url }) => url)).toEqual(isShown ? ['/api/jobs/1/threads/7'] : []),
    );
    expect(screen.queryByRole('region', { name: 'Messages' }) !== null).toBe(isShown);
  });
});
