import { screen, within } from '@testing-library/react';
import { paths, type ThreadView } from '@dps/contract';
import type { Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import ThreadPanel from '../messages/ThreadPanel.tsx';
import { CLIENT, PILOT } from './samples.ts';
import { threadServer } from './thread-server.ts';

/** The address of the messages of the shown thread. */
export const URL = paths.messages(1, PILOT.id);

/** Shows the thread of job 1 to `CLIENT`. */
export const panel = ({ handlers }: { handlers: Handlers }) =>
  renderInShell(<ThreadPanel thread={{ jobId: 1, pilotId: PILOT.id }} place="page" />, {
    user: CLIENT,
    handlers,
  });

/** Shows a thread without messages; `given` replaces its fields, and `handlers` responses of its server. */
export function show(given: Partial<ThreadView> = {}, handlers: Handlers = {}) {
  const server = threadServer(given, handlers);
  return { ...panel(server), server };
}

export const list = () => screen.findByRole('region', { name: 'Messages with Robin Vance' });
export const items = async () => within(await list()).getAllByRole('listitem');
export const field = () =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message to Robin Vance' });
export const send = () => screen.getByRole('button', { name: 'Send' });
