import type { MessageView, ThreadView } from '@dps/contract';
import { reply, type FakeRequest, type Handlers } from '@dps/contract/testing';
import { CLIENT, PILOT } from './samples.ts';
import { uploadServer } from './upload-server.ts';

export const PAGE = 'GET /api/jobs/:id/threads/:pilotId/messages';
export const SEND = 'POST /api/jobs/:id/threads/:pilotId/messages';

/** A message of `PILOT`; `given` replaces fields. */
export const aMessage = (given: Partial<MessageView> = {}): MessageView => ({
  id: 1,
  senderId: PILOT.id,
  text: 'Where is the gate?',
  files: [],
  sentAt: '2026-11-02T10:00:00.000Z',
  readAt: null,
  ...given,
});

/** The open thread of job 1 between `CLIENT`, who reads it, and `PILOT`; `given` replaces fields. */
export const aThread = (given: Partial<ThreadView> = {}): ThreadView => ({
  jobId: 1,
  pilotId: PILOT.id,
  jobTitle: 'Warehouse roof inspection',
  otherName: PILOT.name,
  state: 'open',
  unread: 0,
  lastMessage: null,
  ...given,
});

/** A server with the thread of job 1, for `CLIENT`. `receive` adds a message of `PILOT`. `handlers` replace its responses. */
export function threadServer(given: Partial<ThreadView> = {}, handlers: Handlers = {}) {
  const messages: MessageView[] = [];
  const state = { unread: 0, ...given };
  const add = (message: Partial<MessageView>) => {
    const id = (messages.at(-1)?.id ?? 0) + 1;
    const added = aMessage({ sentAt: new Date(2026, 10, 2, 9, id).toISOString(), ...message, id });
    messages.push(added);
    return added;
  };
  const page = ({ url }: FakeRequest) => {
    const query = new URL(url, 'http://localhost').searchParams;
    const before = Number(query.get('after') ?? Infinity);
    const older = messages.filter(({ id }) => id < before).toReversed();
    return older.slice(0, Number(query.get('limit')));
  };
  const own: Handlers = {
    'GET /api/jobs/:id/threads/:pilotId': () => aThread(state),
    [PAGE]: page,
    [SEND]: ({ body }) => {
      const { text, fileIds } = Object(body);
      const files = fileIds.map((id: number) => ({ id, fileName: 'plan.pdf', fileType: 'pdf', fileSize: 8 }));
      return reply(201, add({ senderId: CLIENT.id, text, files }));
    },
    'POST /api/jobs/:id/threads/:pilotId/read': () => {
      state.unread = 0;
      return reply(204);
    },
    'PUT /api/jobs/:id/threads/:pilotId/block': ({ body }) => {
      state.state = Object(body).blocked ? 'blocked-here' : 'open';
      return reply(204);
    },
    'POST /api/jobs/:id/threads/:pilotId/messages/:messageId/report': () => reply(204),
  };
  const all: Handlers = { ...uploadServer(), ...own, ...handlers };
  return {
    handlers: all,
    add,
    receive: (text: string) => {
      state.unread += 1;
      return add({ text });
    },
    readAll: () => {
      for (const message of messages) message.readAt ??= '2026-11-02T17:30:00.000Z';
    },
  };
}

/**
 * Replaces the observers of the window, in which jsdom shows nothing. Returns a function that shows or hides everything that
 * components observe from now on, and now.
 */
export function controlWindow(): (isShown: boolean) => void {
  let isIntersecting = false;
  const reports = new Set<() => void>();
  class Observer {
    readonly #report: () => void;
    constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
      this.#report = () => callback([{ isIntersecting }]);
    }
    observe() {
      reports.add(this.#report);
      this.#report();
    }
    disconnect() {
      reports.delete(this.#report);
    }
  }
  Object.assign(globalThis, { IntersectionObserver: Observer });
  return (isShown) => {
    isIntersecting = isShown;
    for (const report of reports) report();
  };
}
