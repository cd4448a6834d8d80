import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageView, paths, RETENTION, type QuestionPart } from '@dps/contract';
import type { DataSource } from 'typeorm';
import { commandDataSource } from '../src/database/command-data-source.ts';
import { AbuseReportAdministration } from '../src/modules/abuse-reports/abuse-report-administration.ts';
import { withFileContents } from '../src/modules/job-files/content/command-contents.ts';
import { expectError, expectView } from './support/client.ts';
import { PDF } from './support/files.ts';
import { acceptJob, jobIn, postJob, storeQuestion } from './support/jobs.ts';
import { startMailingServer, type MailingServer } from './support/mail.ts';
import { postMessage, sendFile, sendMessage, uploadFile, type ThreadIds } from './support/messages.ts';
import { createUser, type TestUser } from './support/users.ts';

let server: MailingServer;
let commands: DataSource;
let operators: AbuseReportAdministration;
let owner: TestUser;
let pilot: TestUser;
let thread: ThreadIds;
beforeAll(async () => {
  server = await startMailingServer();
  commands = await commandDataSource(server.adminUrl).initialize();
  operators = new AbuseReportAdministration(commands, 'olga');
});
beforeEach(async () => {
  await server.dataSource.query('DELETE FROM abuse_reports');
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
const openReports = async () => (await server.metric('dps_abuse_reports_open'))[''];
const auditOf = async (jobId = thread.jobId) => {
  const rows = await server.dataSource.query<object[]>(
    `SELECT actor, action, after FROM audit_events WHERE subject = $1 AND action ~ 'report|files' ORDER BY id`,
    [`job:${jobId}`],
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
        'SELECT reason FROM abuse_reports ORDER BY id',
      );
      return rows.map(({ reason }) => reason);
    };
    const close = `UPDATE abuse_reports SET closed_at = now() - interval '89 days', created_at = now() - interval '1 year'
      WHERE reason = 'Closed'`;
    await server.dataSource.query(close);
    expect(await left()).toEqual(['Closed', 'Open']);
    await server.dataSource.query(`UPDATE abuse_reports SET closed_at = closed_at - interval '1 day'`);
    expect(await left()).toEqual(['Open']);
    expect(RETENTION.abuseReports).toBe('90 days');
  });
});

describe('the files of a reported message', () => {
  let parent: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'dps-reports-'));
  });
  afterEach(() => rm(parent, { recursive: true }));

  const save = (id: number, folder = 'reported') =>
    withFileContents(commands, { attachments: { store: 'database', s3: null } }, (contents) =>
      operators.saveFiles(id, join(parent, folder), contents),
    );
  /** Sends a file with this name, and reports it. Returns the ids of the report and of the file. */
  async function reportFile(fileName: string) {
    const { id: messageId, files } = await sendFile(owner, thread);
    const fileId = files[0]?.id ?? 0;
    await server.dataSource.query('UPDATE job_files SET file_name = $2 WHERE id = $1', [fileId, fileName]);
    expect((await report(pilot, messageId)).status).toBe(204);
    const first = (await operators.list()).at(-2) ?? '';
    return { id: Number(/^report (\d+) of /.exec(first)?.[1]), fileId, messageId };
  }

  it.each([
    ['plan.pdf', 'plan.pdf'],
    ['../../.a /\\\u202efdp.exe', '.._.._.a____fdp.exe'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(76)}.pdf`],
  ])('[MESSAGE-20] are written with the name of %j made safe, for the operator alone', async (name, safe) => {
    const { id, fileId, messageId } = await reportFile(name);
    const path = join(parent, 'reported', `${fileId}-${safe}`);
    expect(await save(id)).toEqual([path]);
    expect(await readFile(path)).toEqual(PDF);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(parent, 'reported'))).mode & 0o777).toBe(0o700);
    expect((await auditOf()).at(-1)).toEqual({
      actor: 'operator:olga',
      action: 'message.files-saved',
      after: { report: id, message: messageId, files: [fileId] },
    });
  });

  it('[MESSAGE-20] never replace a file, and leave no folder after a failure', async () => {
    const { id, fileId } = await reportFile('plan.pdf');
    await expect(save(id, '.')).rejects.toThrow('EEXIST');
    expect(await readdir(parent)).toEqual([]);
    await server.dataSource.query(
      'DELETE FROM content_parts WHERE content_key IN (SELECT content_key FROM job_file_parts WHERE file_id = $1)',
      [fileId],
    );
    await expect(save(id)).rejects.toThrow('Not found.');
    expect(await readdir(parent)).toEqual([]);
  });

  it('[MESSAGE-20] are refused for a closed report, a report without files, and after the deletion of the job', async () => {
    const { id } = await reportFile('plan.pdf');
    await operators.close(id);
    await expect(save(id)).rejects.toThrow(`There is no open report ${id}.`);
    await report(pilot, (await sendMessage(owner, thread, 'Rude')).id);
    const [line = ''] = await operators.list();
    const number = Number(/^report (\d+) of /.exec(line)?.[1]);
    await expect(save(number)).rejects.toThrow(`The report ${number} has no files.`);
    const { id: other } = await reportFile('plan.pdf');
    await server.dataSource.query('UPDATE abuse_reports SET message_id = NULL');
    await expect(save(other)).rejects.toThrow(`The files of the report ${other} are deleted with its job.`);
    expect(await readdir(parent)).toEqual([]);
  });
});

describe('a report of a question or an answer', () => {
  let jobId: number;
  let questionId: number;
  let reader: TestUser;
  beforeEach(async () => {
    reader = await createUser(server, 'pilot');
    ({ id: jobId } = await postJob(owner));
    questionId = await storeQuestion(server, jobId, pilot.user.id);
  });

  const reportPart = ({ client }: TestUser, part: QuestionPart, reason = 'Rude', job = jobId) =>
    client.post(paths.questionReport(job, questionId), { part, reason });
  const answer = (text: string) => owner.client.put(paths.answer(jobId, questionId), { text });

  it('[QUESTION-17] reaches the operators with the name of the author, which no reader learns, until they close it', async () => {
    await answer('Ask "nicely".');
    expect(await reportPart(owner, 'question')).toMatchObject({ status: 204 });
    expect(await reportPart(reader, 'answer')).toMatchObject({ status: 204 });
    expect(await openReports()).toBe(2);
    const [, ofQuestion, first = '', ofAnswer] = await operators.list();
    expect(ofQuestion).toBe(
      `  question ${questionId} of ${pilot.user.username} about the job ${jobId}: "Where is the gate?"`,
    );
    expect(ofAnswer).toBe(
      `  answer to the question ${questionId} of ${owner.user.username} about the job ${jobId}: "Ask \\"nicely\\"."`,
    );
    const number = Number(/^report (\d+) of /.exec(first)?.[1]);
    await operators.close(number);
    expect(await openReports()).toBe(1);
    const after = { report: number, question: questionId };
    expect((await auditOf(jobId)).slice(1)).toEqual([
      { actor: `user:${reader.user.id}`, action: 'answer.reported', after },
      { actor: 'operator:olga', action: 'answer.report-closed', after },
    ]);
  });

  it('[QUESTION-17] is one for each reader and part', async () => {
    await answer('First');
    expect((await reportPart(reader, 'answer')).status).toBe(204);
    await answer('Second');
    for (const part of ['answer', 'question', 'question'] as const)
      expect((await reportPart(reader, part)).status).toBe(204);
    expect((await reportPart(pilot, 'answer')).status).toBe(204);
    const lines = await operators.list();
    const about = lines.filter((line) => line.startsWith('  '));
    expect(about.map((line) => line.slice(line.indexOf(': ')))).toEqual([
      ': "First"',
      ': "Where is the gate?"',
      ': "Second"',
    ]);
    expect(await auditOf(jobId)).toHaveLength(3);
  });

  it('[QUESTION-17] is refused to its author, for a missing answer, under another job, and to users who cannot read it', async () => {
    expectError(await reportPart(reader, 'answer'), 404, 'not_found');
    await answer('Late');
    expectError(await reportPart(pilot, 'question'), 404, 'not_found');
    expectError(await reportPart(owner, 'answer'), 404, 'not_found');
    expectError(await reportPart(owner, 'question', 'Rude', (await postJob(owner)).id), 404, 'not_found');
    expectError(await reportPart(owner, 'question', ' '), 400, 'validation_failed');
    await acceptJob(pilot, jobId);
    expectError(await reportPart(reader, 'question'), 404, 'not_found');
    expect(await operators.list()).toEqual([]);
  });

  it('[QUESTION-17] remains with the text after the deletion of the job', async () => {
    expect((await reportPart(reader, 'question')).status).toBe(204);
    expect((await owner.client.delete(paths.job(jobId))).status).toBe(204);
    const [, line] = await operators.list();
    expect(line).toBe(
      `  question (deleted) of ${pilot.user.username} about the job ${jobId}: "Where is the gate?"`,
    );
  });
});
