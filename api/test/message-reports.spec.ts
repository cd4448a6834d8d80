import { messageView, paths, RETENTION } from '@dps/contract';
import type { DataSource } from 'typeorm';
import { commandDataSource } from '../src/database/command-data-source.ts';
import { ReportAdministration } from '../src/modules/messages/report-administration.ts';
import { expectError, expectView } from './support/client.ts';
import { acceptJob, jobIn, postJob } from './support/jobs.ts';
import { startMailingServer, type MailingServer } from './support/mail.ts';
import { postMessage, sendFile, sendMessage, uploadFile, type ThreadIds } from './support/messages.ts';
import { createUser, type TestUser } from './support/users.ts';

let server: MailingServer;
let commands: DataSource;
let operators: ReportAdministration;
let owner: TestUser;
let pilot: TestUser;
let thread: ThreadIds;
beforeAll(async () => {
  server = await startMailingServer();
  commands = await commandDataSource(server.adminUrl).initialize();
  operators = new ReportAdministration(commands, 'olga');
});
beforeEach(async () => {
  await server.dataSource.query('DELETE FROM message_reports');
  owner = await createUser(server, 'client');
  pilot = await createUser(server, 'pilot');
  const { id } = await jobIn(server, 'in-progress', { owner, pilot });
  thread = { jobId: id, pilotId: pilot.user.id };
});
afterAll(async () => {
  await commands.destroy();
  await server.close();
});

const report = (
  { client }: TestUser,
  messageId: number,
  reason = 'It is rude.',
  { jobId, pilotId } = thread,
) => client.post(paths.messageReport(jobId, pilotId, messageId), { reason });
const openReports = async () => (await server.metric('dps_message_reports_open'))[''];
const auditOf = async () => {
  const rows = await server.dataSource.query<object[]>(
    `SELECT actor, action, after FROM audit_events WHERE subject = $1 AND action LIKE 'message.%' ORDER BY id`,
    [`job:${thread.jobId}`],
  );
  return rows;
};

describe('a report of a message', () => {
  it('[MESSAGE-15] reaches the operators with both texts on one line each, until they close it', async () => {
    const { id } = await sendMessage(owner, thread, 'Hurry up!\n\u001b[2J\u202e');
    expect((await report(pilot, id, 'Rude,\nand "late"')).status).toBe(204);
    expect(await openReports()).toBe(1);
    const [first = '', second, ...more] = await operators.list();
    const [, number] = /^report (\d+) of /.exec(first) ?? [];
    expect(first).toContain(`, by ${pilot.user.username}: "Rude,\\nand \\"late\\""`);
    expect(second).toBe(
      `  message ${id} of ${owner.user.username} about the job ${thread.jobId}: "Hurry up!\\n\\u001b[2J\\u{202e}"`,
    );
    expect(more).toEqual([]);
    await operators.close(Number(number));
    await expect(operators.close(Number(number))).rejects.toThrow(`There is no open report ${number}.`);
    expect(await operators.list()).toEqual([]);
    expect(await openReports()).toBe(0);
    const after = { report: Number(number), message: id };
    expect(await auditOf()).toEqual([
      { actor: `user:${pilot.user.id}`, action: 'message.reported', after },
      { actor: 'operator:olga', action: 'message.report-closed', after },
    ]);
  });

  it('[MESSAGE-15] remains with the text and the names of the files after the deletion of the job', async () => {
    const { id: jobId } = await acceptJob(pilot, (await postJob(owner)).id);
    const ids = { jobId, pilotId: pilot.user.id };
    const fileIds = [await uploadFile(owner, jobId)];
    const response = await postMessage(owner, ids, { text: 'Hurry up!', fileIds });
    const { id } = expectView(response, 201, messageView);
    expect((await report(pilot, id, 'Rude', ids)).status).toBe(204);
    await pilot.client.post(paths.releaseJob(jobId));
    expect((await owner.client.delete(paths.job(jobId))).status).toBe(204);
    const [first = '', second] = await operators.list();
    expect(second).toBe(
      `  message (deleted) of ${owner.user.username} about the job ${jobId}: "Hurry up!", "plan.pdf"`,
    );
    await operators.close(Number(/^report (\d+) of /.exec(first)?.[1]));
    expect(await operators.list()).toEqual([]);
  });

  it('[MESSAGE-15] is one for each user, and names the files', async () => {
    const { id } = await sendFile(pilot, thread);
    for (const reason of ['First', 'Second']) expect((await report(owner, id, reason)).status).toBe(204);
    const lines = await operators.list();
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('"First"');
    expect(lines[1]).toContain(': "", "plan.pdf"');
    expect(await auditOf()).toHaveLength(1);
  });

  it('[MESSAGE-15] is refused for an own message, a message of another conversation and an empty reason', async () => {
    const { id } = await sendMessage(owner, thread, 'Hello');
    expectError(await report(owner, id), 404, 'not_found');
    const other = {
      jobId: (await jobIn(server, 'in-progress', { owner, pilot })).id,
      pilotId: pilot.user.id,
    };
    expectError(await report(pilot, id, 'Rude', other), 404, 'not_found');
    expectError(await report(pilot, id, ' '), 400, 'validation_failed');
    expect(await operators.list()).toEqual([]);
  });

  it('[MESSAGE-15] is deleted 90 days after it was closed, and an open one is kept', async () => {
    for (const text of ['Closed', 'Open'])
      await report(pilot, (await sendMessage(owner, thread, text)).id, text);
    const left = async () => {
      await server.runNow('housekeeping');
      const rows = await server.dataSource.query<{ reason: string }[]>(
        'SELECT reason FROM message_reports ORDER BY id',
      );
      return rows.map(({ reason }) => reason);
    };
    const close = `UPDATE message_reports SET closed_at = now() - interval '89 days', created_at = now() - interval '1 year'
      WHERE reason = 'Closed'`;
    await server.dataSource.query(close);
    expect(await left()).toEqual(['Closed', 'Open']);
    await server.dataSource.query(`UPDATE message_reports SET closed_at = closed_at - interval '1 day'`);
    expect(await left()).toEqual(['Open']);
    expect(RETENTION.messageReports).toBe('90 days');
  });
});
