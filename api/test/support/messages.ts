import { randomUUID } from 'node:crypto';
import {
  messageListView,
  messageView,
  paths,
  threadView,
  type MessageView,
  type ThreadView,
} from '@dps/contract';
import { expectView, type ApiResponse } from './client.ts';
import { complete, send } from './deliverables.ts';
import { PDF } from './files.ts';
import type { TestUser } from './users.ts';

/** The job and the pilot of a conversation. */
export interface ThreadIds {
  jobId: number;
  pilotId: number;
}

/** Sends a message, by default with a key of its own. */
export function postMessage(
  sender: TestUser,
  { jobId, pilotId }: ThreadIds,
  body: object,
  key: string = randomUUID(),
): Promise<ApiResponse> {
  return sender.client.send('POST', paths.messages(jobId, pilotId), body, { 'idempotency-key': key });
}

export async function sendMessage(sender: TestUser, thread: ThreadIds, text: string): Promise<MessageView> {
  return expectView(await postMessage(sender, thread, { text }), 201, messageView);
}

/** Uploads a PDF for a message. Returns its id. */
export async function uploadFile(sender: TestUser, jobId: number, fileName = 'plan.pdf'): Promise<number> {
  const upload = await send(sender, jobId, PDF, fileName, 'message');
  expect((await complete(sender, upload)).status).toBe(200);
  return upload.id;
}

/** Sends a PDF without a text. */
export async function sendFile(sender: TestUser, thread: ThreadIds): Promise<MessageView> {
  const body = { text: '', fileIds: [await uploadFile(sender, thread.jobId)] };
  return expectView(await postMessage(sender, thread, body), 201, messageView);
}

/** Marks the messages of a thread up to one as read. */
export async function readUpTo(
  reader: TestUser,
  { jobId, pilotId }: ThreadIds,
  { id: upTo }: Pick<MessageView, 'id'>,
): Promise<void> {
  expect((await reader.client.post(paths.readMessages(jobId, pilotId), { upTo })).status).toBe(204);
}

/** Blocks a thread, or ends the block. */
export async function setBlocked(
  user: TestUser,
  { jobId, pilotId }: ThreadIds,
  blocked: boolean,
): Promise<void> {
  expect((await user.client.put(paths.threadBlock(jobId, pilotId), { blocked })).status).toBe(204);
}

export async function threadOf(reader: TestUser, { jobId, pilotId }: ThreadIds): Promise<ThreadView> {
  return expectView(await reader.client.get(paths.thread(jobId, pilotId)), 200, threadView);
}

/** A page of the messages of a thread, newest first. */
export async function messagesOf(
  reader: TestUser,
  { jobId, pilotId }: ThreadIds,
  query = '',
): Promise<MessageView[]> {
  const response = await reader.client.get(`${paths.messages(jobId, pilotId)}${query}`);
  return expectView(response, 200, messageListView);
}
