import { useState } from 'react';
import { act, screen, waitFor, within } from '@testing-library/react';
import { paths, type JobDetailView, type UserView } from '@dps/contract';
import { showKeptCalls, type KeptCall } from '@dps/contract/client';
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

  it('[CHAT-9] have a sent message once when they are shown again', async () => {
    const server = threadServer();
    server.add({ senderId: CLIENT.id, text: 'At the gate' });
    const job = { id: 1, pilotId: PILOT.id, formerPilot: false };
    const { events } = renderInShell(<MessagesPart job={job} />, { user: CLIENT, handlers: server.handlers });
    const request: KeptCall['request'] = { url: paths.messages(1, PILOT.id), method: 'POST' };
    act(() =>
      showKeptCalls([
        { id: 1, userId: CLIENT.id, request: { ...request, body: { text: 'At the gate' } }, isSent: true },
      ]),
    );
    await events.click(screen.getByRole('button', { name: 'Show Messages' }));
    await waitFor(() => expect(screen.getAllByText('At the gate')).toHaveLength(1));
    await waitFor(() => expect(screen.queryByText('Sent')).toBeNull());
    await events.click(screen.getByRole('button', { name: 'Hide Messages' }));
    act(() => screen.getByRole('button', { name: 'Show Messages' }).click());
    expect(screen.getAllByText('At the gate')).toHaveLength(1);
    act(() => showKeptCalls([]));
  });

  it('[CHAT-13] close when the job gets another pilot', async () => {
    function Job() {
      const [pilotId, setPilot] = useState(PILOT.id);
      return (
        <>
          <button onClick={() => setPilot(8)}>Change</button>
          <MessagesPart job={{ id: 1, pilotId, formerPilot: false }} />
        </>
      );
    }
    const { events } = renderInShell(<Job />, { user: CLIENT, handlers: threadServer().handlers });
    await events.click(screen.getByRole('button', { name: 'Show Messages' }));
    expect(await screen.findByText(/^No messages yet/)).toBeTruthy();
    await events.click(screen.getByRole('button', { name: 'Change' }));
    expect(screen.queryByText(/^No messages yet/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Show Messages' })).toBeTruthy();
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
