import { exportView, paths } from '@dps/contract';
import { expectView } from './support/client.ts';
import { PDF } from './support/files.ts';
import { jobIn } from './support/jobs.ts';
import {
  messagesOf,
  sendFile,
  sendMessage,
  setBlocked,
  threadOf,
  uploadFile,
  type ThreadIds,
} from './support/messages.ts';
import {
  downloadExport,
  startPersonalDataServer,
  unzip,
  type PersonalDataServer,
} from './support/personal-data.ts';
import { createUser, type TestUser } from './support/users.ts';

let server: PersonalDataServer;
let owner: TestUser;
let pilot: TestUser;
let thread: ThreadIds;
beforeAll(async () => {
  server = await startPersonalDataServer();
});
beforeEach(async () => {
  owner = await createUser(server, 'client', { name: 'Olga Owner' });
  pilot = await createUser(server, 'pilot', { name: 'Pia Pilot' });
  const { id } = await jobIn(server, 'paid', { owner, pilot });
  thread = { jobId: id, pilotId: pilot.user.id };
});
afterAll(() => server.close());

async function exportOf(user: TestUser): Promise<Record<string, Buffer>> {
  expectView(await user.client.proved.post(paths.dataExport()), 202, exportView);
  await server.makeExports();
  return unzip((await downloadExport(server, user)).content);
}

const rowsOf = (table: string, column: string) =>
  server.dataSource.query<object[]>(`SELECT * FROM ${table} WHERE ${column} = $1`, [pilot.user.id]);

it('[MESSAGE-17] an export has the sent messages and files, the reports and the blocks of its user, and no message of the other party', async () => {
  const message = await sendFile(pilot, thread);
  const received = await sendMessage(owner, thread, 'A text of the client.');
  await pilot.client.post(paths.messageReport(thread.jobId, thread.pilotId, received.id), { reason: 'Rude' });
  await setBlocked(pilot, thread, true);
  const files = await exportOf(pilot);
  const jsonOf = (table: string): unknown => JSON.parse(String(files[`${table}.json`]));
  expect(jsonOf('messages')).toEqual([expect.objectContaining({ id: message.id, text: '' })]);
  expect(jsonOf('threads')).toEqual([expect.objectContaining({ job_id: thread.jobId })]);
  expect(jsonOf('thread_members')).toEqual([
    expect.objectContaining({ unread: 1, blocked_at: expect.any(String) }),
  ]);
  expect(jsonOf('abuse_reports')).toEqual([
    expect.objectContaining({ kind: 'message', message_id: received.id, reason: 'Rude' }),
  ]);
  expect(files[`files/messages/${message.files[0]?.id}-plan.pdf`]).toEqual(PDF);
  expect(Object.values(files).join('')).not.toContain('A text of the client.');
});

it('[MESSAGE-17] a deletion leaves the messages to the other party without a name, and deletes files that are not sent', async () => {
  const message = await sendFile(pilot, thread);
  await sendMessage(owner, thread, 'Thank you.');
  await uploadFile(pilot, thread.jobId, 'unsent.pdf');
  await pilot.client.proved.post(paths.deletion(), { username: pilot.user.username });
  await server.dataSource.query('UPDATE users SET deletes_at = now() WHERE id = $1', [pilot.user.id]);
  await server.deleteAccounts();
  expect((await threadOf(owner, thread)).otherName).toBe('Deleted user');
  expect(await messagesOf(owner, thread)).toHaveLength(2);
  const path = paths.messageFile(thread.jobId, thread.pilotId, message.files[0]?.id ?? 0);
  expect((await owner.client.get(path)).status).toBe(200);
  expect(await rowsOf('thread_members', 'user_id')).toEqual([]);
  expect(await rowsOf('job_files', 'uploaded_by')).toHaveLength(1);
});
