import { randomUUID } from 'node:crypto';
import { MESSAGE_MAX, messageView, paths, threadListView, unreadThreadsView } from '@dps/contract';
import { expectError, expectSince, expectView, sortedStatuses } from './support/client.ts';
import { commitDuringRequest } from './support/concurrent-change.ts';
import { jobIn, acceptJob, postJob } from './support/jobs.ts';
import {
  messagesOf,
  postMessage,
  readUpTo,
  sendMessage,
  setBlocked,
  threadOf,
  type ThreadIds,
} from './support/messages.ts';
import { startServer, type TestServer } from './support/server.ts';
import { createUser, type TestUser } from './support/users.ts';

let server: TestServer;
let owner: TestUser;
let pilot: TestUser;
let thread: ThreadIds;
beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  [owner, pilot] = await Promise.all([
    createUser(server, 'client', { name: 'Olga Owner' }),
    createUser(server, 'pilot', { name: 'Pia Pilot' }),
  ]);
  thread = await startThread();
});
afterAll(() => server.close());

/** A conversation about another job in progress, without messages. */
async function startThread(): Promise<ThreadIds> {
  const { id } = await jobIn(server, 'in-progress', { owner, pilot });
  return { jobId: id, pilotId: pilot.user.id };
}

const threadsOf = async ({ client }: TestUser, query = '') =>
  expectView(await client.get(`${paths.threads()}${query}`), 200, threadListView);
const unreadOf = async ({ client }: TestUser) =>
  expectView(await client.get(paths.unreadThreads()), 200, unreadThreadsView).threads;

/** Ends the assignment, so that another pilot accepts the job. */
async function replacePilot(): Promise<TestUser> {
  const withdrawal = { reason: 'The drone is damaged.' };
  expect((await pilot.client.post(paths.releaseJob(thread.jobId), withdrawal)).status).toBe(200);
  const next = await createUser(server, 'pilot');
  await acceptJob(next, thread.jobId);
  return next;
}

describe('a conversation', () => {
  it('[MESSAGE-1] is empty before the first message, and in no list', async () => {
    expect(await threadOf(owner, thread)).toEqual({
      ...thread,
      jobTitle: 'Roof inspection',
      otherName: 'Pia Pilot',
      state: 'open',
      unread: 0,
      lastMessage: null,
    });
    expect(await messagesOf(pilot, thread)).toEqual([]);
    expect(await threadsOf(owner)).toEqual([]);
    expect(await unreadOf(owner)).toBe(0);
  });

  it('[MESSAGE-1, MESSAGE-2] has the messages of both parties, newest first, with the times at which they were sent and read', async () => {
    const began = Date.now();
    const asked = await sendMessage(owner, thread, 'Where is\nthe gate? <b>🚁</b>');
    const replied = await sendMessage(pilot, thread, 'At the north side.');
    expect(asked).toEqual({
      id: asked.id,
      senderId: owner.user.id,
      text: 'Where is\nthe gate? <b>🚁</b>',
      files: [],
      sentAt: asked.sentAt,
      readAt: null,
    });
    expectSince(began, asked.sentAt);
    for (const reader of [owner, pilot]) expect(await messagesOf(reader, thread)).toEqual([replied, asked]);
    await readUpTo(pilot, thread, replied);
    const [unread, read] = await messagesOf(owner, thread);
    expect(unread).toEqual(replied);
    expectSince(began, read?.readAt ?? '');
  });

  it('[MESSAGE-3] counts the unread messages of the other party until they are read', async () => {
    const first = await sendMessage(owner, thread, 'One');
    await sendMessage(owner, thread, 'Two');
    expect((await threadOf(pilot, thread)).unread).toBe(2);
    expect((await threadOf(owner, thread)).unread).toBe(0);
    await readUpTo(owner, thread, first);
    await readUpTo(pilot, thread, first);
    await readUpTo(pilot, thread, first);
    expect((await threadOf(pilot, thread)).unread).toBe(1);
    expect(await unreadOf(pilot)).toBe(1);
    await readUpTo(pilot, thread, { id: 2_147_483_647 });
    expect(await unreadOf(pilot)).toBe(0);
  });

  it('[MESSAGE-4] is listed with its last message: unread ones first, then the latest message first', async () => {
    const [read, unread] = [await startThread(), await startThread()];
    await sendMessage(owner, unread, 'Old and unread');
    const last = await sendMessage(owner, read, 'x'.repeat(MESSAGE_MAX));
    await readUpTo(pilot, read, last);
    await sendMessage(pilot, thread, 'Newest');
    const order = (await threadsOf(pilot)).map(({ jobId }) => jobId);
    expect(order).toEqual([unread.jobId, thread.jobId, read.jobId]);
    const [, , listed] = await threadsOf(pilot);
    expect(listed).toEqual(await threadOf(pilot, read));
    expect(listed?.lastMessage).toEqual({
      id: last.id,
      senderId: owner.user.id,
      excerpt: 'x'.repeat(200),
      files: 0,
      sentAt: last.sentAt,
    });
  });

  it('[MESSAGE-5] is paged by keyset, also while new messages arrive', async () => {
    const sent = [];
    for (const text of ['1', '2', '3', '4', '5']) sent.push((await sendMessage(owner, thread, text)).id);
    const pages = [await messagesOf(pilot, thread, '?limit=2')];
    await sendMessage(owner, thread, '6');
    for (let last = pages[0]?.at(-1); last; last = pages.at(-1)?.at(-1))
      pages.push(await messagesOf(pilot, thread, `?limit=2&after=${last.id}`));
    expect(pages.flat().map(({ id }) => id)).toEqual(sent.toReversed());
  });

  it('[MESSAGE-5] follows the links of the list of conversations, from the unread ones to the others', async () => {
    const threads = [thread, await startThread(), await startThread()];
    for (const each of threads) await sendMessage(owner, each, 'Hello');
    const [last] = threads.slice(-1);
    if (last) await readUpTo(pilot, last, { id: 2_147_483_647 });
    const jobs: number[] = [];
    for (let path: string | undefined = `${paths.threads()}?limit=1`; path;) {
      const response = await pilot.client.get(path);
      jobs.push(...expectView(response, 200, threadListView).map(({ jobId }) => jobId));
      path = /<(.*)>/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(jobs).toEqual([threads[1]?.jobId, threads[0]?.jobId, threads[2]?.jobId]);
  });
});

describe('a message', () => {
  it.each([
    ['', { text: '' }, 'text'],
    ['of blanks', { text: ' \n ' }, 'text'],
    ['without a text', {}, 'text'],
    ['that is too long', { text: 'x'.repeat(MESSAGE_MAX + 1) }, 'text'],
    ['with too many files', { text: 'x', fileIds: [1, 2, 3, 4, 5, 6] }, 'fileIds'],
    ['with an unknown file', { text: 'x', fileIds: [2_000_000_000] }, 'fileIds'],
  ])('[MESSAGE-6] %s is refused', async (_what, body, path) => {
    const { errors } = expectError(await postMessage(owner, thread, body), 400, 'validation_failed');
    expect(errors).toEqual([expect.objectContaining({ path })]);
    expect(await messagesOf(owner, thread)).toEqual([]);
    expect((await threadOf(pilot, thread)).unread).toBe(0);
  });

  it('[MESSAGE-7] is sent once by eight requests with one key, and again by another key', async () => {
    const key = randomUUID();
    const sends = Array.from({ length: 8 }, () => postMessage(owner, thread, { text: 'Hello' }, key));
    const responses = [
      ...(await Promise.all(sends)),
      await postMessage(owner, thread, { text: 'Hello' }, key),
    ];
    for (const { status, body } of responses)
      expect({ status, body }).toEqual({ status: 201, body: responses[0]?.body });
    await sendMessage(owner, thread, 'Hello');
    expect(await messagesOf(owner, thread)).toHaveLength(2);
    expect((await threadOf(pilot, thread)).unread).toBe(2);
  });

  it('[MESSAGE-7] is refused with the key of another message', async () => {
    const key = randomUUID();
    await postMessage(owner, thread, { text: 'Hello' }, key);
    const other = await startThread();
    for (const [ids, text] of [
      [thread, 'Changed'],
      [other, 'Hello'],
    ] as const)
      expectError(await postMessage(owner, ids, { text }, key), 422, 'idempotency_key_reused');
    expect((await postMessage(pilot, thread, { text: 'Hello' }, key)).status).toBe(201);
  });

  it('[MESSAGE-2] has its place in the order in which messages become visible', async () => {
    const seen: number[] = [];
    const sends = Array.from({ length: 20 }, async (_, index) => {
      const { id } = await sendMessage(index % 2 === 0 ? owner : pilot, thread, String(index));
      // Every message that is visible later has a larger id, so a page above the last one lacks none.
      const [newest] = await messagesOf(owner, thread, '?limit=1');
      seen.push(newest?.id ?? 0);
      return id;
    });
    const ids = await Promise.all(sends);
    const messages = await messagesOf(owner, thread);
    expect(messages.map(({ id }) => id)).toEqual(ids.toSorted((a, b) => b - a));
    expect(messages.map(({ sentAt }) => sentAt)).toEqual(
      messages
        .map(({ sentAt }) => sentAt)
        .toSorted()
        .toReversed(),
    );
    expect((await threadOf(owner, thread)).unread).toBe(10);
    expect((await threadOf(owner, thread)).lastMessage?.id).toBe(Math.max(...ids));
  });
});

describe('the end of an assignment', () => {
  it('[MESSAGE-8] leaves the conversation readable to both parties, and closed for writing', async () => {
    const sent = await sendMessage(owner, thread, 'Hello');
    const next = await replacePilot();
    for (const party of [owner, pilot]) {
      expect((await threadOf(party, thread)).state).toBe('ended');
      expect(await messagesOf(party, thread)).toEqual([sent]);
      const refused = expectError(await postMessage(party, thread, { text: 'Late' }), 409, 'thread_closed');
      expect(refused.message).toBe('This conversation has ended. You can only read it.');
      const path = paths.threadBlock(thread.jobId, thread.pilotId);
      expectError(await party.client.put(path, { blocked: true }), 409, 'thread_closed');
    }
    await readUpTo(pilot, thread, sent);
    expect(await threadsOf(pilot)).toEqual([await threadOf(pilot, thread)]);
    const ofNext = { ...thread, pilotId: next.user.id };
    expect(await messagesOf(next, ofNext)).toEqual([]);
    await sendMessage(next, ofNext, 'I am the next pilot.');
    expect(await threadsOf(owner)).toHaveLength(2);
  });

  it('[MESSAGE-8] shows no pilot the conversation of another one', async () => {
    await sendMessage(owner, thread, 'Hello');
    const next = await replacePilot();
    const ofNext = { ...thread, pilotId: next.user.id };
    for (const [user, ids] of [
      [next, thread],
      [pilot, ofNext],
      [owner, { ...thread, pilotId: owner.user.id }],
      [owner, { ...thread, pilotId: (await createUser(server, 'pilot')).user.id }],
    ] as const) {
      expectError(await user.client.get(paths.thread(ids.jobId, ids.pilotId)), 404, 'not_found');
      expectError(await user.client.get(paths.messages(ids.jobId, ids.pilotId)), 404, 'not_found');
      expectError(await postMessage(user, ids, { text: 'Hello' }), 404, 'not_found');
      expectError(
        await user.client.post(paths.readMessages(ids.jobId, ids.pilotId), { upTo: 1 }),
        404,
        'not_found',
      );
      expectError(
        await user.client.put(paths.threadBlock(ids.jobId, ids.pilotId), { blocked: true }),
        404,
        'not_found',
      );
    }
  });

  it('[MESSAGE-8] is that of the conversation for a pilot who never had the job, while no pilot has it', async () => {
    await pilot.client.post(paths.releaseJob(thread.jobId), { reason: 'The drone is damaged.' });
    const other = await createUser(server, 'pilot');
    const path = paths.threadBlock(thread.jobId, other.user.id);
    for (const { client } of [owner, other])
      expectError(await client.put(path, { blocked: true }), 404, 'not_found');
  });

  it('[MESSAGE-7] does not change the response to a repeated request', async () => {
    const key = randomUUID();
    const first = await postMessage(owner, thread, { text: 'Hello' }, key);
    await replacePilot();
    expect((await postMessage(owner, thread, { text: 'Hello' }, key)).body).toEqual(first.body);
  });

  it('[MESSAGE-8] deletes the conversation with its job', async () => {
    const { id: jobId } = await acceptJob(pilot, (await postJob(owner)).id);
    const ids = { jobId, pilotId: pilot.user.id };
    await sendMessage(owner, ids, 'Hello');
    await pilot.client.post(paths.releaseJob(jobId));
    expect((await owner.client.delete(paths.job(jobId))).status).toBe(204);
    expect(await threadsOf(pilot)).toEqual([]);
    expect(await unreadOf(pilot)).toBe(0);
  });
});

describe('a message that is sent at the moment of another change', () => {
  it('[MESSAGE-8] is refused if the assignment ends first', async () => {
    const end = `UPDATE jobs SET pilot_id = NULL, status = 'pending', former_pilot_ids = ARRAY[pilot_id] WHERE id = $1`;
    const response = await commitDuringRequest(server.dataSource, end, thread.jobId, () =>
      postMessage(pilot, thread, { text: 'Hello' }),
    );
    expectError(response, 409, 'thread_closed');
    expect(await messagesOf(pilot, thread)).toEqual([]);
  });

  it('[MESSAGE-7] is sent once if two conversations get it with one key', async () => {
    const key = randomUUID();
    const sends = [thread, await startThread()].map((ids) => postMessage(owner, ids, { text: 'Hello' }, key));
    expect(sortedStatuses(await Promise.all(sends))).toEqual([201, 422]);
  });
});

it('[MESSAGE-8] ends with the account of the other party', async () => {
  const sent = await sendMessage(pilot, thread, 'Hello');
  await server.dataSource.query(
    `UPDATE users SET username = 'deleted-' || id, email = 'deleted-' || id || '@deleted.invalid', deleted_at = now()
     WHERE id = $1`,
    [pilot.user.id],
  );
  expect((await threadOf(owner, thread)).state).toBe('ended');
  expect(await messagesOf(owner, thread)).toEqual([{ ...sent, readAt: null }]);
  expectError(await postMessage(owner, thread, { text: 'Are you there?' }), 409, 'thread_closed');
});

describe('a block', () => {
  it('[MESSAGE-4, MESSAGE-9] before the first message shows the conversation in no list', async () => {
    await setBlocked(pilot, thread, true);
    for (const party of [owner, pilot]) expect(await threadsOf(party)).toEqual([]);
  });

  it('[MESSAGE-9] ends the writing of both parties until the party that has set it ends it', async () => {
    await setBlocked(pilot, thread, true);
    expect((await threadOf(pilot, thread)).state).toBe('blocked-here');
    expect((await threadOf(owner, thread)).state).toBe('blocked-there');
    await setBlocked(owner, thread, false);
    for (const [party, message] of [
      [pilot, 'You have blocked this conversation. Unblock it to write.'],
      [owner, 'The other party has blocked this conversation.'],
    ] as const) {
      const error = expectError(await postMessage(party, thread, { text: 'Hello' }), 409, 'thread_closed');
      expect(error.message).toBe(message);
    }
    await setBlocked(pilot, thread, false);
    expectView(await postMessage(owner, thread, { text: 'Hello' }), 201, messageView);
  });

  it('[MESSAGE-9] of both parties lasts until both have ended it', async () => {
    for (const party of [owner, pilot]) await setBlocked(party, thread, true);
    await setBlocked(owner, thread, false);
    expect((await threadOf(owner, thread)).state).toBe('blocked-there');
    expect(sortedStatuses([await postMessage(owner, thread, { text: 'Hello' })])).toEqual([409]);
  });
});
