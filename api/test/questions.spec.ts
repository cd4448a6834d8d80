import {
  jobEventListView,
  paths,
  QUESTION_MAX,
  QUESTIONS_PER_JOB,
  questionListView,
  questionView,
  type QuestionView,
} from '@dps/contract';
import { expectError, expectView, sortedStatuses } from './support/client.ts';
import { commitDuringRequest } from './support/concurrent-change.ts';
import { acceptJob, postJob } from './support/jobs.ts';
import { startMailingServer, type MailingServer } from './support/mail.ts';
import { createUnconfirmedUser, createUser, type TestUser } from './support/users.ts';

const QUESTION = 'Where is the <b>gate</b>?\nIs it open?';
const ANSWER = 'On the north side.';

let server: MailingServer;
let owner: TestUser;
let asker: TestUser;
let other: TestUser;
beforeAll(async () => {
  server = await startMailingServer();
  owner = await createUser(server, 'client', { name: 'Olga Owner' });
  asker = await createUser(server, 'pilot', { name: 'Pia Pilot' });
  other = await createUser(server, 'pilot', { name: 'Otto Other' });
});
afterAll(() => server.close());

const ask = ({ client }: TestUser, jobId: number, text: unknown = QUESTION) =>
  client.post(paths.questions(jobId), { text });
const answer = (jobId: number, id: number, text: unknown = ANSWER) =>
  owner.client.put(paths.answer(jobId, id), { text });
const read = async ({ client }: TestUser, jobId: number): Promise<QuestionView[]> =>
  expectView(await client.get(paths.questions(jobId)), 200, questionListView);

/** Posts a job with a question of the asker. */
async function askedJob(title = 'Roof') {
  const { id: jobId } = await postJob(owner, { title });
  return { jobId, question: expectView(await ask(asker, jobId), 201, questionView) };
}

const subjectsTo = async ({ user }: TestUser, title: string) =>
  (await server.mailsTo(user.email)).flatMap(({ subject }) =>
    subject.endsWith(`: ${title}`) ? [subject] : [],
  );

describe('a question about an open job', () => {
  it('[QUESTION-1, QUESTION-2, QUESTION-3] and its answer are read by the client and all pilots, and only its pilot learns who has asked', async () => {
    const { jobId, question } = await askedJob();
    expect(question).toMatchObject({ text: QUESTION, isOwn: true, answer: null, answeredAt: null });
    const answered = expectView(await answer(jobId, question.id), 200, questionView);
    expect(answered).toMatchObject({ id: question.id, isOwn: false, answer: ANSWER });
    expectView(await ask(other, jobId, 'How high is the roof?'), 201, questionView);
    for (const reader of [owner, asker, other]) {
      const response = await reader.client.get(paths.questions(jobId));
      expect(expectView(response, 200, questionListView).map(({ text, isOwn }) => [text, isOwn])).toEqual([
        [QUESTION, reader === asker],
        ['How high is the roof?', reader === other],
      ]);
      expect(JSON.stringify(response.body)).not.toMatch(/Pia|Otto|pilot/i);
    }
  });

  it('[QUESTION-4] is one for each pilot and job, also if two requests arrive at once', async () => {
    const { jobId } = await askedJob();
    expectError(await ask(asker, jobId, 'Another one?'), 409, 'already_asked');
    const attempts = Array.from({ length: 4 }, (_, index) => ask(other, jobId, `Attempt ${index}`));
    expect(sortedStatuses(await Promise.all(attempts))).toEqual([201, 409, 409, 409]);
    expect(await read(owner, jobId)).toHaveLength(2);
  });

  it('[QUESTION-5] is asked and answered until a pilot accepts the job, and is then readable to client and pilot', async () => {
    const { jobId, question } = await askedJob();
    const accepting = await createUser(server, 'pilot');
    await acceptJob(accepting, jobId);
    expectError(await ask(accepting, jobId), 409, 'job_not_available');
    expectError(await ask(other, jobId), 404, 'not_found');
    expectError(await answer(jobId, question.id), 409, 'job_locked');
    for (const reader of [owner, accepting]) expect(await read(reader, jobId)).toHaveLength(1);
    for (const reader of [asker, other])
      expectError(await reader.client.get(paths.questions(jobId)), 404, 'not_found');
  });

  it('[QUESTION-5] waits for an acceptance that has begun', async () => {
    const { jobId } = await askedJob();
    const accept = 'UPDATE jobs SET pilot_id = (SELECT max(id) FROM users) WHERE id = $1';
    await createUser(server, 'pilot');
    const refused = await commitDuringRequest(server.dataSource, accept, jobId, () => ask(other, jobId));
    expectError(refused, 404, 'not_found');
  });

  it('[QUESTION-6] may have its answer corrected, and the same answer again changes nothing', async () => {
    const { jobId, question } = await askedJob();
    const first = expectView(await answer(jobId, question.id), 200, questionView);
    expect(expectView(await answer(jobId, question.id), 200, questionView)).toEqual(first);
    const corrected = expectView(await answer(jobId, question.id, 'On the south side.'), 200, questionView);
    expect(corrected.answer).toBe('On the south side.');
    expect(Date.parse(corrected.answeredAt ?? '')).toBeGreaterThanOrEqual(Date.parse(first.answeredAt ?? ''));
    const events = expectView(await owner.client.get(paths.jobEvents(jobId)), 200, jobEventListView);
    expect(events.map(({ kind }) => kind)).toEqual([
      'question-answered',
      'question-answered',
      'question-asked',
      'posted',
    ]);
    expectError(await answer((await askedJob()).jobId, question.id), 404, 'not_found');
  });

  it('[QUESTION-7] has 1 to 1,000 characters, and a job at most 200 of them', async () => {
    const { id: jobId } = await postJob(owner);
    for (const text of ['', ' \n', 'x'.repeat(QUESTION_MAX + 1), 7, null])
      expectError(await ask(asker, jobId, text), 400, 'validation_failed');
    await server.dataSource.query(
      `WITH pilots AS (
        INSERT INTO users (username, email, password_hash, role, name)
        SELECT 'asker' || n, 'asker' || n || '@example.com', 'x', 'pilot', 'Asker' FROM generate_series(2, $2::int) AS n
        RETURNING id
      )
      INSERT INTO job_questions (job_id, pilot_id, text) SELECT $1, id, 'Why?' FROM pilots`,
      [jobId, QUESTIONS_PER_JOB],
    );
    const longest = '🚁'.repeat(QUESTION_MAX / 2);
    expectView(await ask(asker, jobId, longest), 201, questionView);
    expectError(await ask(other, jobId), 409, 'too_many_questions');
    const questions = await read(other, jobId);
    expect(questions).toHaveLength(QUESTIONS_PER_JOB);
    expect(questions.at(-1)?.text).toBe(longest);
  });

  it('[EMAIL-5, QUESTION-5] requires a confirmed address and a published job', async () => {
    const { jobId } = await askedJob();
    const unconfirmed = await createUnconfirmedUser(server, 'pilot');
    expectError(await ask(unconfirmed, jobId), 403, 'email_unconfirmed');
    const waiting = await postJob(await createUnconfirmedUser(server, 'client'));
    expectError(await ask(other, waiting.id), 404, 'not_found');
  });

  it('[QUESTION-8] is in the history of the client without its text and its pilot', async () => {
    const { jobId, question } = await askedJob();
    await answer(jobId, question.id);
    const events = expectView(await owner.client.get(paths.jobEvents(jobId)), 200, jobEventListView);
    const without = { pilot: null, before: null, after: null };
    expect(events.slice(0, 2)).toMatchObject([
      { kind: 'question-answered', actor: { name: 'Olga Owner' }, ...without },
      { kind: 'question-asked', actor: null, ...without },
    ]);
    const stored = await server.dataSource.query<{ row: string }[]>(
      `SELECT row_to_json(job_events)::text AS row FROM job_events WHERE job_id = $1 AND kind LIKE 'question%'`,
      [jobId],
    );
    expect(stored).toHaveLength(2);
    for (const { row } of stored) expect(JSON.parse(row)).toMatchObject({ before: null, after: null });
  });

  it('[QUESTION-10] is mailed to the client, and its answer to the pilot who has asked, without the texts', async () => {
    const { jobId, question } = await askedJob('Mill');
    expect(await subjectsTo(owner, 'Mill')).toEqual(['Question: Mill']);
    await answer(jobId, question.id);
    expect(await subjectsTo(asker, 'Mill')).toEqual(['Answered: Mill']);
    expect(await subjectsTo(other, 'Mill')).toEqual([]);
    for (const { user } of [owner, asker]) {
      const [mail] = await server.mailsTo(user.email);
      expect(mail?.text).not.toMatch(/gate|north/);
      expect(mail?.text).toContain(`http://localhost:4200/jobs?job=${jobId}`);
    }
  });

  it('[QUESTION-10] is not mailed to a pilot who can no longer read the job', async () => {
    const { jobId, question } = await askedJob('Barn');
    await answer(jobId, question.id);
    await acceptJob(other, jobId);
    expect(await subjectsTo(asker, 'Barn')).toEqual([]);
  });

  it('[QUESTION-11] is deleted with its job', async () => {
    const { jobId } = await askedJob();
    expect((await owner.client.delete(paths.job(jobId))).status).toBe(204);
    const statement = 'SELECT FROM job_questions WHERE job_id = $1';
    expect(await server.dataSource.query<unknown[]>(statement, [jobId])).toEqual([]);
  });
});
